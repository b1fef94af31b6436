import assert from "node:assert/strict";
import path from "node:path";
import { beforeEach, test } from "node:test";

import { editorWith, host, reset, webviewView } from "./fake-vscode";
import type { Branch } from "../src/dependencies";

const { activate } = require("../src/extension") as typeof import("../src/extension");
const { nested } = require("../src/dependencies") as typeof import("../src/dependencies");

const FAKE = path.resolve(__dirname, "../../test/fake-dowse.js");
const manifest = require("../../package.json");

interface SearchProvider {
  resolveWebviewView(view: unknown): void;
}

function started() {
  host.settings.set("dowse.program", FAKE);
  activate({ subscriptions: [], extensionUri: { fsPath: "/extension" } } as never);
  const view = webviewView();
  (host.providers.get("dowse.search") as SearchProvider).resolveWebviewView(view);
  return view;
}

beforeEach(() => {
  reset();
  delete process.env["FAKE_WITHOUT_WHERE"];
});

test("every command of the manifest is registered", () => {
  started();
  const names: string[] = manifest.contributes.commands.map((command: { command: string }) => command.command);
  assert.deepEqual(names.filter((name) => !host.commands.has(name)), []);
});

test("a query of the page is answered with its weight and the number of results", async () => {
  const view = started();
  host.settings.set("dowse.results", 7);
  await view.send({ kind: "search", query: "lease", weight: 0.25 });
  const answer = view.posted.at(-1) as { kind: string; notes: string[] };
  assert.equal(answer.kind, "answer");
  assert.deepEqual(JSON.parse(answer.notes[0] ?? "").slice(3), ["-", "--top", "7", "--weight", "0.25"]);
  assert.equal(answer.notes[1], "lease");
});

test("a weight outside 0 to 1 and a message of another form are ignored", async () => {
  const view = started();
  await view.send({ kind: "search", query: "lease", weight: 7 });
  assert.ok(!(view.posted.at(-1) as unknown as { notes: string[] }).notes[0]?.includes("--weight"));
  const before = view.posted.length;
  await view.send({ kind: "open", file: "../../etc/passwd", chunk: 0 });
  await view.send("open");
  assert.equal(view.posted.length, before);
  assert.deepEqual(host.shown, []);
});

test("of two queries in a row only the newer is answered", async () => {
  const view = started();
  const older = view.send({ kind: "search", query: "slow" });
  await view.send({ kind: "search", query: "quick" });
  await older;
  const answers = view.posted.filter((message) => message.kind === "answer" || message.kind === "failure");
  assert.deepEqual(answers.map((answer) => (answer as unknown as { notes: string[] }).notes[1]), ["quick"]);
});

test("a page that is shown again gets its texts, its query and its answer", async () => {
  const view = started();
  await view.send({ kind: "search", query: "lease" });
  view.posted.length = 0;
  await view.send({ kind: "ready" });
  assert.deepEqual(view.posted.map((message) => message.kind), ["texts", "query", "answer"]);
});

test("a missing program is reported with the way to install it and to the settings", async () => {
  const view = started();
  host.settings.set("dowse.program", "/nowhere/dowse");
  host.chosen = () => "Open Settings";
  await view.send({ kind: "search", query: "lease" });
  assert.match(String(view.posted.at(-1)?.["message"]), /uv tool install dowse/);
  assert.deepEqual(host.messages[0]?.steps, ["Open Settings"]);
  assert.ok(host.executed.includes("workbench.action.openSettings"));
});

test("a missing index is reported with a button that indexes the workspace in a terminal", async () => {
  const view = started();
  host.settings.set("dowse.index", "/tmp/missing");
  host.folders = [{ uri: { fsPath: "/code/my shop" } }];
  host.chosen = (steps) => steps[0];
  await view.send({ kind: "search", query: "lease" });
  assert.match(String(view.posted.at(-1)?.["message"]), /dowse index/);
  assert.deepEqual(host.terminals, [
    { name: "Dowse", shellPath: FAKE, shellArgs: ["index", "/code/my shop", "--index", "/tmp/missing"] },
  ]);
});

test("a selected report leads to definitions, their evidence and their tests", async () => {
  const view = started();
  host.editor = editorWith({ selected: "Error: lost\n  at renew (lease.js:4)" });
  await host.commands.get("dowse.locateChange")?.();
  const answer = view.posted.at(-1) as unknown as { files: { path: string; chunks: unknown[] }[]; notes: string[] };
  assert.deepEqual(answer.files.map((file) => file.path), ["src/lease.js", "test/lease.test.js"]);
  assert.deepEqual(answer.files[0]?.chunks, [
    { start_line: 4, end_line: 9, header_path: "function renew", text: "frame, words" },
  ]);
  assert.equal(answer.notes[0], "Error: lost\n  at renew (lease.js:4)");
  assert.match(answer.notes[1] ?? "", /come last: 1/);
});

test("a program without `where` searches for a selected report as it is", async () => {
  process.env["FAKE_WITHOUT_WHERE"] = "1";
  const view = started();
  host.editor = editorWith({ selected: "Error: lost\n  at renew (lease.js:4)" });
  await host.commands.get("dowse.locateChange")?.();
  const answer = view.posted.at(-1) as unknown as { notes: string[] };
  assert.equal(answer.notes[1], "Error: lost\n  at renew (lease.js:4)");
  assert.ok(host.executed.includes("dowse.search.focus"));
});

test("the clipboard may hold the report", async () => {
  const view = started();
  host.clipboard = "panic: lost";
  await host.commands.get("dowse.locateChangeFromClipboard")?.();
  assert.equal((view.posted.at(-1) as unknown as { notes: string[] }).notes[0], "panic: lost");
});

test("of several symbols with the name under the cursor the person chooses one", async () => {
  started();
  host.editor = editorWith({ word: "Twice" });
  const offered: string[] = [];
  host.chosen = (items) => void offered.push(...items);
  await host.commands.get("dowse.showDependencies")?.();
  assert.deepEqual(offered, ["shop@main:cs:A.Twice", "shop@main:cs:B.Twice"]);
});

function node(name: string, depth: number, state = "expanded") {
  const id = `shop@main:cs:${name}`;
  const rest = { kind: "class", path: "a.cs", start_line: 3, edge_types: ["calls"], hidden: 0, note: "" };
  return { id, name, depth, state, direction: "depends-on" as const, ...rest };
}

function outline(branch: Branch): unknown {
  return branch.children === undefined ? `${branch.node.name}…` : { [branch.node.name]: branch.children.map(outline) };
}

test("nodes in display order become a tree, and a cut one is read when it is expanded", () => {
  const tree = nested([node("A", 0), node("B", 1), node("C", 2, "truncated"), node("D", 1), node("C", 2, "shown_above")]);
  assert.deepEqual(outline(tree!), { A: [{ B: ["C…"] }, { D: [{ C: [] }] }] });
});

test("no nodes make no tree", () => assert.equal(nested([]), undefined));

test("closing the view ends the run of its query", async () => {
  const view = started();
  const searching = view.until("searching");
  const run = view.send({ kind: "search", query: "slow" });
  await searching;
  view.close();
  await run;
  assert.deepEqual(view.posted.map((message) => message.kind), ["searching"]);
});
