import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import vm from "node:vm";

import { FakePage } from "./fake-page";
import { searchPage } from "../src/page";

const SCRIPT = readFileSync(path.resolve(__dirname, "../../out/webview/search.js"), "utf8").replace("export {};", "");
const STYLE = readFileSync(path.resolve(__dirname, "../../media/search.css"), "utf8");
const MARKUP = "<img src=x onerror=alert(1)>";
const FILE = {
  ...{ path: "src/lease.py", repository: "shop", branch: "main", stale: false },
  chunks: [
    { start_line: 4, end_line: 9, header_path: "renew", text: `${MARKUP}\nb\nc\nd\ne` },
    { start_line: 30, end_line: 31, header_path: "lose", text: "x" },
  ],
};
const ANSWER = { kind: "answer", weight: 0.6, files: [FILE], notes: ["Meaning is not ready yet."], summary: "1 file" };

function opened(state?: unknown): FakePage {
  const page = new FakePage(state);
  vm.runInNewContext(SCRIPT, page.globals());
  return page;
}

/** Values from another context have other prototypes. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

test("the page loads nothing from elsewhere and runs its own script only", () => {
  const page = searchPage({ cspSource: "vscode-resource:", nonce: "N", script: "S", style: "C" });
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1];
  assert.equal(policy, "default-src 'none'; style-src vscode-resource:; script-src 'nonce-N'");
  assert.deepEqual(page.match(/<script[^>]*>/g), ['<script type="module" nonce="N" src="S">']);
  assert.ok(!/https?:|style="|\son[a-z]+="/.test(page));
});

test("the page has the colours of the theme only", () => {
  assert.deepEqual(STYLE.match(/#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(|url\(/gi), null);
});

test("texts of files are shown as they are, four lines of each chunk", () => {
  const page = opened();
  page.message(ANSWER);
  const rows = page.element("results").querySelectorAll("button");
  assert.deepEqual(rows.map((row) => row.className), ["file", "chunk", "chunk"]);
  assert.equal(rows[0]?.textContent, "lease.pysrc/");
  assert.equal(rows[1]?.children[1]?.textContent, `${MARKUP}\nb\nc\nd`);
  assert.equal(page.element("status").textContent, "1 file\nMeaning is not ready yet.");
});

test("a chunk opens by its position", () => {
  const page = opened();
  page.message(ANSWER);
  page.element("results").querySelectorAll("button")[2]?.send("click");
  assert.deepEqual(plain(page.posted.at(-1)), { kind: "open", file: 0, chunk: 1 });
});

test("Enter searches, and Shift+Enter is a line of the query", () => {
  const page = opened();
  page.element("query").value = "lease";
  assert.equal(page.element("query").send("keydown", { key: "Enter", shiftKey: true }), false);
  assert.deepEqual(plain(page.posted), [{ kind: "ready" }]);
  assert.equal(page.element("query").send("keydown", { key: "Enter" }), true);
  assert.deepEqual(plain(page.posted.at(-1)), { kind: "search", query: "lease" });
});

test("the slider follows the answer until a person moves it, and a drag asks once", () => {
  const page = opened();
  page.message(ANSWER);
  assert.equal(page.element("weight").value, "0.6");
  for (const value of ["0.5", "0.4", "0.3"]) {
    page.element("weight").value = value;
    page.element("weight").send("input");
  }
  assert.equal(page.timers.length, 1);
  page.timers[0]?.();
  assert.deepEqual(plain(page.posted.slice(1)), [{ kind: "search", query: "", weight: 0.3 }]);
  page.message(ANSWER);
  assert.equal(page.element("weight").value, "0.3");
});

test("the arrow keys go through the results and back to the query", () => {
  const page = opened();
  page.message(ANSWER);
  const [query, results] = [page.element("query"), page.element("results")];
  const rows = results.querySelectorAll("button");
  query.focus();
  assert.equal(query.send("keydown", { key: "ArrowDown" }), true);
  assert.equal(page.document.activeElement, rows[0]);
  results.send("keydown", { key: "ArrowDown" });
  assert.equal(page.document.activeElement, rows[1]);
  results.send("keydown", { key: "ArrowUp" });
  results.send("keydown", { key: "ArrowUp" });
  assert.equal(page.document.activeElement, query);
  rows[2]?.focus();
  results.send("keydown", { key: "Escape" });
  assert.equal(page.document.activeElement, query);
});

test("a failure takes the place of the results", () => {
  const page = opened();
  page.message(ANSWER);
  page.message({ kind: "failure", message: "Nothing is indexed yet." });
  assert.equal(page.element("status").textContent, "Nothing is indexed yet.");
  assert.equal(page.element("results").querySelectorAll("button").length, 0);
});

test("query and weight come back when the page is made again", () => {
  const page = opened({ query: "lease", weight: 0.1 });
  assert.equal(page.element("query").value, "lease");
  assert.equal(page.element("weight").value, "0.1");
});
