// Checks what the packaged extension holds: the files that it needs, and nothing else.
// node check.mjs FILE.vsix

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const LARGEST_KB = 100;
const here = import.meta.dirname;
const [vsix] = process.argv.slice(2);

function compiled(folder) {
  return readdirSync(path.join(here, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".js"))
    .map((entry) => path.relative(here, path.join(entry.parentPath, entry.name)));
}

const wanted = new Set([
  ...["[Content_Types].xml", "extension.vsixmanifest"],
  ...["package.json", "package.nls.json", "package.nls.de.json", "readme.md", "LICENSE.txt"].map(inside),
  ...["l10n/bundle.l10n.de.json", "media/dowse.svg", "media/search.css", ...compiled("out")].map(inside),
]);

function inside(name) {
  return `extension/${name.split(path.sep).join("/")}`;
}

const archive = JSON.parse(
  execFileSync(
    process.env.PYTHON ?? "python3",
    ["-c", "import json, sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(json.dumps({i.filename: i.file_size for i in z.infolist()}))", vsix],
    { encoding: "utf8" },
  ),
);
const names = Object.keys(archive);
const problems = [
  ...[...wanted].filter((name) => !names.includes(name)).map((name) => `missing: ${name}`),
  ...names.filter((name) => !wanted.has(name)).map((name) => `not expected: ${name}`),
];
const manifest = JSON.parse(readFileSync(path.join(here, "package.json"), "utf8"));
if (manifest.dependencies !== undefined) {
  problems.push("package.json has dependencies at run time");
}
const size = readFileSync(vsix).length / 1000;
if (size > LARGEST_KB) {
  problems.push(`${size} kB is more than ${LARGEST_KB} kB`);
}
problems.forEach((problem) => console.error(problem));
console.log(`${path.basename(vsix)}: ${names.length} files, ${size.toFixed(1)} kB`);
process.exitCode = problems.length === 0 ? 0 : 1;
