// Opens an indexed file in an editor, at a line.

import * as vscode from "vscode";

import { messageOf } from "./failures";
import type { Roots } from "./roots";

/** A file as answers name it. */
export interface IndexedFile {
  readonly repository: string;
  readonly branch: string;
  readonly path: string;
}

/** Open a file at a line, which counts from 1. What cannot be opened is reported. */
export async function openAt(roots: Roots, file: IndexedFile, line: number): Promise<void> {
  try {
    const absolute = await roots.fileOf(file.repository, file.branch, file.path);
    if (absolute === undefined) {
      const message = vscode.l10n.t("{0} is on the branch {1}, which is not checked out.", file.path, file.branch);
      await vscode.window.showWarningMessage(message);
      return;
    }
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(absolute));
    const at = new vscode.Position(Math.max(0, line - 1), 0);
    await vscode.window.showTextDocument(document, { selection: new vscode.Range(at, at), preview: true });
  } catch (error) {
    await vscode.window.showErrorMessage(messageOf(error));
  }
}
