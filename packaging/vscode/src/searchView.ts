// The search view: passes queries to the program, answers to its page, and opens what is chosen there.

import { randomBytes } from "node:crypto";

import * as vscode from "vscode";

import type { RankedFile, SearchAnswer } from "./answers";
import { messageOf, showFailure } from "./failures";
import { type HostMessage, pageMessage, type PageTexts } from "./messages";
import { openAt } from "./opening";
import { searchPage } from "./page";
import { LatestRun, type Program, ProgramError } from "./program";
import type { Roots } from "./roots";

export const SEARCH_VIEW = "dowse.search";

/** How to ask for an answer; the default is a search. */
export type Request = (query: string, weight: number | undefined, signal: AbortSignal) => Promise<SearchAnswer>;

export class SearchView implements vscode.WebviewViewProvider {
  private view: vscode.WebviewView | undefined;
  private readonly latest = new LatestRun();
  private files: readonly RankedFile[] = [];
  private shown: HostMessage | undefined;
  private query = "";

  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly program: Program,
    private readonly roots: Roots,
  ) {}

  resolveWebviewView(view: vscode.WebviewView): void {
    const out = vscode.Uri.joinPath(this.extensionUri, "out");
    const media = vscode.Uri.joinPath(this.extensionUri, "media");
    const webview = view.webview;
    this.view = view;
    webview.options = { enableScripts: true, localResourceRoots: [out, media] };
    webview.onDidReceiveMessage((value: unknown) => this.receive(value));
    view.onDidDispose(() => {
      this.latest.cancel();
      this.view = undefined;
    });
    webview.html = searchPage({
      cspSource: webview.cspSource,
      nonce: randomBytes(16).toString("base64url"),
      script: webview.asWebviewUri(vscode.Uri.joinPath(out, "webview", "search.js")).toString(),
      style: webview.asWebviewUri(vscode.Uri.joinPath(media, "search.css")).toString(),
    });
  }

  /** Show the view with a query, and search for it. */
  async show(query: string, request: Request = this.search): Promise<void> {
    this.query = query;
    await vscode.commands.executeCommand(`${SEARCH_VIEW}.focus`);
    this.post({ kind: "query", query });
    if (query.trim() !== "") {
      await this.answer(query, undefined, request);
    }
  }

  private async receive(value: unknown): Promise<void> {
    const message = pageMessage(value);
    if (message?.kind === "ready") {
      this.post({ kind: "texts", texts: pageTexts() });
      if (this.query !== "") {
        this.post({ kind: "query", query: this.query });
      }
      if (this.shown !== undefined) {
        this.post(this.shown);
      }
    } else if (message?.kind === "search") {
      this.query = message.query;
      await this.answer(message.query, message.weight, this.search);
    } else if (message?.kind === "open") {
      await this.open(message.file, message.chunk);
    }
  }

  private readonly search: Request = (query, weight, signal) => {
    const top = vscode.workspace.getConfiguration("dowse").get<number>("results", 10);
    const weighted = weight === undefined ? [] : ["--weight", String(weight)];
    return this.program.ask<SearchAnswer>(["search", "-", "--top", String(top), ...weighted], { input: query, signal });
  };

  private async answer(query: string, weight: number | undefined, request: Request): Promise<void> {
    if (query.trim() === "") {
      this.latest.cancel();
      this.display([], { kind: "answer", weight: weight ?? -1, files: [], notes: [], summary: "" });
      return;
    }
    this.post({ kind: "searching" });
    try {
      const answer = await this.latest.start((signal) => request(query, weight, signal));
      if (answer !== undefined) {
        this.display(answer.files, {
          kind: "answer",
          weight: answer.weight,
          files: answer.files,
          notes: answer.notes,
          summary: summaryOf(answer),
        });
      }
    } catch (error) {
      this.display([], { kind: "failure", message: messageOf(error) });
      if (error instanceof ProgramError && (error.kind === "no-program" || error.kind === "no-index")) {
        await showFailure(error);
      }
    }
  }

  private async open(position: number, chunk: number): Promise<void> {
    const file = this.files[position];
    if (file === undefined) {
      return;
    }
    const line = file.chunks[chunk]?.start_line ?? 1;
    await openAt(this.roots, file, line);
  }

  private display(files: readonly RankedFile[], message: HostMessage): void {
    this.files = files;
    this.shown = message;
    this.post(message);
  }

  private post(message: HostMessage): void {
    void this.view?.webview.postMessage(message);
  }
}

function summaryOf(answer: SearchAnswer): string {
  return answer.files.length === 0
    ? vscode.l10n.t("Nothing matches.")
    : vscode.l10n.t("{0} files in {1} ms", answer.files.length, Math.round(answer.took_ms));
}

function pageTexts(): PageTexts {
  return {
    placeholder: vscode.l10n.t("Words, a question, or a pasted report"),
    weight: vscode.l10n.t("Weight of meaning"),
    words: vscode.l10n.t("Words"),
    meaning: vscode.l10n.t("Meaning"),
    results: vscode.l10n.t("Results"),
    stale: vscode.l10n.t("changed since it was indexed"),
    searching: vscode.l10n.t("Searching"),
  };
}
