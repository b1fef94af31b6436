// What a person reads when the program gave no answer, and the step that helps.

import * as vscode from "vscode";

import { ProgramError } from "./program";

export const INSTALL = "uv tool install dowse";
export const MAKE_INDEX = "dowse index";

/** Return the message of a failure, with its remedy. */
export function messageOf(error: unknown): string {
  if (!(error instanceof ProgramError)) {
    return error instanceof Error ? error.message : String(error);
  }
  if (error.kind === "no-program") {
    return vscode.l10n.t(
      "The dowse program is not on this machine, or not on the PATH. Install it with \"{0}\", or name it in the setting dowse.program.",
      INSTALL,
    );
  }
  if (error.kind === "no-index") {
    return vscode.l10n.t(
      "Nothing is indexed yet. Run \"{0}\" with the folders to search, or name an index in the setting dowse.index.",
      MAKE_INDEX,
    );
  }
  return error.message;
}

/** Show a failure, with a button for the step that helps; a cancelled run is no failure. */
export async function showFailure(error: unknown): Promise<void> {
  if (error instanceof ProgramError && error.kind === "cancelled") {
    return;
  }
  const kind = error instanceof ProgramError ? error.kind : "failed";
  const settings = vscode.l10n.t("Open Settings");
  const index = vscode.l10n.t("Index the Workspace");
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const steps = kind === "no-program" ? [settings] : kind === "no-index" && folder ? [index, settings] : [];
  const chosen = await vscode.window.showErrorMessage(messageOf(error), ...steps);
  if (chosen === settings) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "dowse");
  } else if (chosen === index) {
    await vscode.commands.executeCommand("dowse.indexWorkspace");
  }
}
