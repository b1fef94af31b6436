// With the real program on the sample index; `make vscode` names both, and without them there is nothing to try.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { beforeEach, test } from "node:test";

import { editorWith, host, reset, webviewView } from "./fake-vscode";

const { activate } = require("../src/extension") as typeof import("../src/extension");

const PROGRAM = process.env["DOWSE_PROGRAM"] ?? "";
const INDEX = process.env["DOWSE_INDEX"] ?? "";
const skip = PROGRAM === "" && "DOWSE_PROGRAM names no program";
const REPORT = `Unhandled exception. System.InvalidOperationException: lease lost
   at Roastery.Services.Jobs.LeaseKeeper.RenewAsync(JobLease lease) in /src/Jobs/LeaseKeeper.cs:line 45`;

interface Answer {
  readonly kind: string;
  readonly weight: number;
  readonly files: readonly { readonly path: string; readonly chunks: readonly unknown[] }[];
}

beforeEach(() => {
  reset();
  host.settings.set("dowse.program", PROGRAM);
  host.settings.set("dowse.index", INDEX);
  activate({ subscriptions: [], extensionUri: { fsPath: "/extension" } } as never);
});

function searchView() {
  const view = webviewView();
  (host.providers.get("dowse.search") as { resolveWebviewView(view: unknown): void }).resolveWebviewView(view);
  return view;
}

test("a question is answered, and its first passage opens in its file", { skip }, async () => {
  const view = searchView();
  await view.send({ kind: "search", query: "where is the lease renewed", weight: 0.2 });
  const answer = view.posted.at(-1) as unknown as Answer;
  assert.equal(answer.kind, "answer");
  assert.equal(answer.weight, 0.2);
  assert.match(answer.files[0]?.path ?? "", /Lease/);
  assert.ok((answer.files[0]?.chunks.length ?? 0) > 0);
  await view.send({ kind: "open", file: 0, chunk: 0 });
  assert.equal(host.shown.length, 1);
  assert.ok(existsSync(host.shown[0]?.file ?? ""));
});

test("a report leads to the file that it names", { skip }, async () => {
  const view = searchView();
  host.editor = editorWith({ selected: REPORT });
  await host.commands.get("dowse.locateChange")?.();
  const answer = view.posted.at(-1) as unknown as Answer;
  assert.match(answer.files[0]?.path ?? "", /LeaseKeeper\.cs$/);
});

test("the symbol under the cursor has a tree whose nodes open", { skip }, async () => {
  host.editor = editorWith({ word: "LeaseKeeper" });
  await host.commands.get("dowse.usedBy")?.();
  await host.commands.get("dowse.showDependencies")?.();
  const tree = host.providers.get("dowse.dependencies") as import("../src/dependencies").Dependencies;
  const [root] = await tree.getChildren();
  assert.equal(root?.node.name, "LeaseKeeper");
  const users = await tree.getChildren(root);
  assert.ok(users.length > 0);
  assert.ok(users.every((user) => user.node.direction === "used-by"));
  const { command } = tree.getTreeItem(root!) as { command: { command: string; arguments: unknown[] } };
  await host.commands.get(command.command)?.(...command.arguments);
  assert.match(host.shown[0]?.file ?? "", /LeaseKeeper\.cs$/);
});

test("of the things that a name stands for one is chosen", { skip }, async () => {
  let offered: readonly string[] = [];
  host.chosen = (steps) => (offered = steps)[0];
  host.editor = editorWith({ word: "retry" });
  await host.commands.get("dowse.showDependencies")?.();
  assert.ok(offered.length > 1);
  const tree = host.providers.get("dowse.dependencies") as import("../src/dependencies").Dependencies;
  const [root] = await tree.getChildren();
  assert.equal(root?.node.id, offered[0]);
});
