// The script of the search view. It shows texts of files as text only: nothing here parses markup.

import type { Chunk, RankedFile } from "../answers";
import type { HostMessage, PageMessage, PageTexts } from "../messages";

interface PageState {
  readonly query: string;
  readonly weight: number | undefined;
}

declare function acquireVsCodeApi(): {
  postMessage(message: PageMessage): void;
  getState(): PageState | undefined;
  setState(state: PageState): void;
};

/** How long the slider rests before it asks; each step of a drag would start a program. */
const REST_MS = 120;
const SHOWN_LINES = 4;

const host = acquireVsCodeApi();
const query = element<HTMLTextAreaElement>("query");
const slider = element<HTMLInputElement>("weight");
const sliderValue = element<HTMLOutputElement>("weight-value");
const status = element<HTMLElement>("status");
const results = element<HTMLOListElement>("results");

/** The weight that the person chose; `undefined` while the program's own holds. */
let weight: number | undefined;
let texts: PageTexts | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

function element<Kind extends HTMLElement>(id: string): Kind {
  return document.getElementById(id) as Kind;
}

function search(): void {
  clearTimeout(timer);
  host.setState({ query: query.value, weight });
  host.postMessage({ kind: "search", query: query.value, weight });
}

function showWeight(value: number): void {
  slider.value = String(value);
  sliderValue.textContent = value.toFixed(2);
}

function showTexts(shown: PageTexts): void {
  texts = shown;
  query.placeholder = shown.placeholder;
  query.setAttribute("aria-label", shown.placeholder);
  slider.setAttribute("aria-label", shown.weight);
  results.setAttribute("aria-label", shown.results);
  element("words").textContent = shown.words;
  element("meaning").textContent = shown.meaning;
}

function showFiles(files: readonly RankedFile[]): void {
  results.replaceChildren(...files.map(fileItem));
}

function fileItem(file: RankedFile, position: number): HTMLElement {
  const item = document.createElement("li");
  const name = file.path.slice(file.path.lastIndexOf("/") + 1);
  const folder = file.path.slice(0, file.path.length - name.length);
  const title = row("file", position, 0);
  title.append(textIn("strong", name), textIn("span", folder, "quiet"));
  if (file.stale) {
    title.append(textIn("em", texts?.stale ?? "", "quiet"));
  }
  title.title = `${file.repository}@${file.branch} ${file.path}`;
  item.append(title, ...file.chunks.map((chunk, number) => chunkRow(chunk, position, number)));
  return item;
}

function chunkRow(chunk: Chunk, position: number, number: number): HTMLElement {
  const button = row("chunk", position, number);
  const heading = `${chunk.start_line}  ${chunk.header_path}`;
  const lines = chunk.text.split("\n").slice(0, SHOWN_LINES).join("\n");
  button.append(textIn("span", heading, "heading"), textIn("code", lines));
  return button;
}

function row(kind: string, file: number, chunk: number): HTMLButtonElement {
  const button = document.createElement("button");
  button.className = kind;
  button.addEventListener("click", () => host.postMessage({ kind: "open", file, chunk }));
  return button;
}

function textIn(tag: string, text: string, style = ""): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  made.className = style;
  return made;
}

function receive(message: HostMessage): void {
  switch (message.kind) {
    case "texts":
      showTexts(message.texts);
      break;
    case "query":
      query.value = message.query;
      host.setState({ query: message.query, weight });
      break;
    case "searching":
      status.textContent = texts?.searching ?? "";
      results.setAttribute("aria-busy", "true");
      break;
    case "answer":
      showAnswer(message);
      break;
    case "failure":
      status.textContent = message.message;
      status.className = "failure";
      showFiles([]);
      results.setAttribute("aria-busy", "false");
      break;
  }
}

function showAnswer(answer: Extract<HostMessage, { kind: "answer" }>): void {
  status.textContent = [answer.summary, ...answer.notes].filter((line) => line !== "").join("\n");
  status.className = "";
  showFiles(answer.files);
  results.setAttribute("aria-busy", "false");
  if (weight === undefined && answer.weight >= 0) {
    showWeight(answer.weight);
  }
}

/** Move the focus between the query and the rows of the results; return whether the key was one of these. */
function moved(key: string): boolean {
  const rows = [...results.querySelectorAll<HTMLElement>("button")];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  if (key === "ArrowDown") {
    rows[Math.min(at + 1, rows.length - 1)]?.focus();
  } else if (key === "ArrowUp" && at >= 0) {
    (rows[at - 1] ?? query).focus();
  } else if (key === "Escape" && at >= 0) {
    query.focus();
  } else {
    return false;
  }
  return true;
}

query.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    search();
  } else if (event.key === "ArrowDown" && !query.value.includes("\n") && moved(event.key)) {
    event.preventDefault();
  }
});
results.addEventListener("keydown", (event) => {
  if (moved(event.key)) {
    event.preventDefault();
  }
});
slider.addEventListener("input", () => {
  weight = Number(slider.value);
  showWeight(weight);
  clearTimeout(timer);
  timer = setTimeout(search, REST_MS);
});
window.addEventListener("message", (event) => receive(event.data as HostMessage));

const before = host.getState();
if (before !== undefined) {
  query.value = before.query;
  weight = before.weight;
}
showWeight(weight ?? Number(slider.value));
host.postMessage({ kind: "ready" });
