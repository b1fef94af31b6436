// Puts the parts together: views, commands, and the one thing that runs the program.

import * as vscode from "vscode";

import type { Direction } from "./answers";
import { Dependencies, DEPENDENCIES_VIEW } from "./dependencies";
import { locating } from "./locating";
import { type IndexedFile, openAt } from "./opening";
import { Program, type ProgramSettings } from "./program";
import { Roots } from "./roots";
import { SEARCH_VIEW, SearchView } from "./searchView";

export function activate(context: vscode.ExtensionContext): void {
  const program = new Program(settings);
  const roots = new Roots(program);
  const search = new SearchView(context.extensionUri, program, roots);
  const dependencies = new Dependencies(program);
  const locate = locating(program, () => vscode.workspace.getConfiguration("dowse").get<number>("results", 10));
  const look = (direction: Direction) => () => dependencies.look(direction);
  const commands: Readonly<Record<string, (...values: never[]) => unknown>> = {
    "dowse.search": () => search.show(selectedText()),
    "dowse.showDependencies": () => showDependencies(dependencies),
    "dowse.dependsOn": look("depends-on"),
    "dowse.usedBy": look("used-by"),
    "dowse.bothDirections": look("both"),
    "dowse.locateChange": () => search.show(selectedText(), locate),
    "dowse.locateChangeFromClipboard": async () => search.show(await vscode.env.clipboard.readText(), locate),
    "dowse.indexWorkspace": indexWorkspace,
    "dowse.openNode": (file: IndexedFile, line: number) => openAt(roots, file, line),
  };
  context.subscriptions.push(
    vscode.window.registerWebviewViewProvider(SEARCH_VIEW, search),
    vscode.window.registerTreeDataProvider(DEPENDENCIES_VIEW, dependencies),
    ...Object.entries(commands).map(([name, command]) => vscode.commands.registerCommand(name, command)),
  );
}

function settings(): ProgramSettings {
  const configuration = vscode.workspace.getConfiguration("dowse");
  return { program: configuration.get("program", "dowse") || "dowse", index: configuration.get("index", "") };
}

function selectedText(): string {
  const editor = vscode.window.activeTextEditor;
  return editor === undefined ? "" : editor.document.getText(editor.selection);
}

/** Show the tree of the selected text, else of the word under the cursor, else of the file. */
async function showDependencies(dependencies: Dependencies): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) {
    return;
  }
  const word = editor.document.getWordRangeAtPosition(editor.selection.active);
  const name = selectedText().trim() || (word === undefined ? "" : editor.document.getText(word));
  await dependencies.show(name || editor.document.uri.fsPath);
}

/** Index the folders of the workspace in a terminal, where its progress can be read and stopped. */
function indexWorkspace(): void {
  const folders = (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);
  if (folders.length === 0) {
    void vscode.window.showWarningMessage(vscode.l10n.t("Open a folder first: there is none to index."));
    return;
  }
  const { program, index } = settings();
  const shellArgs = ["index", ...folders, ...(index ? ["--index", index] : [])];
  vscode.window.createTerminal({ name: "Dowse", shellPath: program, shellArgs }).show();
}
