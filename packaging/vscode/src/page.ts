// The page of the search view. Results are added by its script, as text and never as markup.

/** Return the page: nothing is loaded from elsewhere, and only the extension's own script runs. */
export function searchPage(options: {
  readonly cspSource: string;
  readonly nonce: string;
  readonly script: string;
  readonly style: string;
}): string {
  const policy = [
    "default-src 'none'",
    `style-src ${options.cspSource}`,
    `script-src 'nonce-${options.nonce}'`,
  ].join("; ");
  return `<!DOCTYPE html>
<html>
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="${policy}">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <link rel="stylesheet" href="${options.style}">
</head>
<body>
  <textarea id="query" rows="1" spellcheck="false"></textarea>
  <div class="slider">
    <span id="words" aria-hidden="true"></span>
    <input id="weight" type="range" min="0" max="1" step="0.05" value="0.8">
    <span id="meaning" aria-hidden="true"></span>
    <output id="weight-value" for="weight"></output>
  </div>
  <div id="status" role="status"></div>
  <ol id="results"></ol>
  <script type="module" nonce="${options.nonce}" src="${options.script}"></script>
</body>
</html>`;
}
