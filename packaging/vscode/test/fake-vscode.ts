// A host for unit tests: the parts of VS Code's API that the extension calls, which record what they are asked.

import Module from "node:module";

export interface Shown {
  readonly file: string;
  readonly line: number;
}

/** What the extension did, and what the test decides. */
export const host = {
  settings: new Map<string, unknown>(),
  commands: new Map<string, (...values: unknown[]) => unknown>(),
  executed: [] as string[],
  messages: [] as { text: string; steps: string[] }[],
  shown: [] as Shown[],
  terminals: [] as unknown[],
  chosen: (steps: readonly string[]): string | undefined => undefined,
  clipboard: "",
  editor: undefined as unknown,
  folders: [] as { uri: { fsPath: string } }[],
  providers: new Map<string, unknown>(),
};

class Uri {
  constructor(readonly fsPath: string) {}
  static file(path: string): Uri {
    return new Uri(path);
  }
  static joinPath(base: Uri, ...parts: string[]): Uri {
    return new Uri([base.fsPath, ...parts].join("/"));
  }
  toString(): string {
    return `file://${this.fsPath}`;
  }
}

class Position {
  constructor(readonly line: number, readonly character: number) {}
}

class Range {
  constructor(readonly start: Position, readonly end: Position) {}
}

class TreeItem {
  constructor(readonly label: string, readonly collapsibleState: number) {}
}

class ThemeIcon {
  constructor(readonly id: string) {}
}

class EventEmitter {
  private readonly listeners: (() => void)[] = [];
  readonly event = (listener: () => void) => this.listeners.push(listener);
  fire(): void {
    this.listeners.forEach((listener) => listener());
  }
}

function show(text: string, ...steps: string[]): Promise<string | undefined> {
  host.messages.push({ text, steps });
  return Promise.resolve(host.chosen(steps));
}

const vscode = {
  Uri,
  Position,
  Range,
  TreeItem,
  ThemeIcon,
  EventEmitter,
  TreeItemCollapsibleState: { None: 0, Collapsed: 1, Expanded: 2 },
  l10n: {
    t: (text: string, ...values: unknown[]) => text.replace(/\{(\d)\}/g, (_all, at) => String(values[Number(at)])),
  },
  env: { clipboard: { readText: () => Promise.resolve(host.clipboard) } },
  commands: {
    registerCommand: (name: string, command: (...values: unknown[]) => unknown) => {
      host.commands.set(name, command);
      return { dispose: () => host.commands.delete(name) };
    },
    executeCommand: (name: string) => {
      host.executed.push(name);
      return Promise.resolve(host.commands.get(name)?.());
    },
  },
  window: {
    get activeTextEditor() {
      return host.editor;
    },
    registerWebviewViewProvider: (id: string, provider: unknown) => host.providers.set(id, provider),
    registerTreeDataProvider: (id: string, provider: unknown) => host.providers.set(id, provider),
    showErrorMessage: show,
    showWarningMessage: show,
    showQuickPick: (items: string[]) => Promise.resolve(host.chosen(items)),
    showTextDocument: (document: { file: string }, options: { selection: Range }) => {
      host.shown.push({ file: document.file, line: options.selection.start.line + 1 });
    },
    createTerminal: (options: unknown) => {
      host.terminals.push(options);
      return { show: () => undefined };
    },
  },
  workspace: {
    get workspaceFolders() {
      return host.folders;
    },
    getConfiguration: (section: string) => ({
      get: (name: string, otherwise: unknown) => host.settings.get(`${section}.${name}`) ?? otherwise,
    }),
    openTextDocument: (uri: Uri) => Promise.resolve({ file: uri.fsPath }),
  },
};

/** Return a webview view that records what is posted to its page. */
export function webviewView() {
  const posted: { kind: string; [name: string]: unknown }[] = [];
  const waiting: { kind: string; resolve: () => void }[] = [];
  let receive = (_message: unknown): unknown => undefined;
  let dispose = (): void => undefined;
  return {
    posted,
    send: async (message: unknown): Promise<void> => void (await receive(message)),
    close: () => dispose(),
    /** Resolves when the page is posted a message of a kind. */
    until: (kind: string): Promise<void> => new Promise((resolve) => waiting.push({ kind, resolve })),
    onDidDispose: (listener: () => void) => {
      dispose = listener;
    },
    webview: {
      options: {},
      html: "",
      cspSource: "vscode-resource:",
      asWebviewUri: (uri: Uri) => uri,
      onDidReceiveMessage: (listener: (message: unknown) => unknown) => {
        receive = listener;
      },
      postMessage: (message: { kind: string }) => {
        posted.push(message);
        waiting.filter((waiter) => waiter.kind === message.kind).forEach((waiter) => waiter.resolve());
        return Promise.resolve(true);
      },
    },
  };
}

/** Forget what earlier tests did. */
export function reset(): void {
  host.settings.clear();
  host.executed.length = host.messages.length = host.shown.length = host.terminals.length = 0;
  host.chosen = () => undefined;
  host.clipboard = "";
  host.editor = undefined;
  host.folders = [];
}

/** Return an editor with a text that is selected or a word under the cursor. */
export function editorWith(parts: { selected?: string; word?: string; file?: string }) {
  const selection = { active: "cursor" };
  return {
    selection,
    document: {
      uri: Uri.file(parts.file ?? "/code/file.py"),
      getText: (range: unknown) => (range === selection ? (parts.selected ?? "") : (parts.word ?? "")),
      getWordRangeAtPosition: () => (parts.word === undefined ? undefined : "range"),
    },
  };
}

const load = Module as unknown as { _load: (name: string, ...rest: unknown[]) => unknown };
const real = load._load;
load._load = (name, ...rest) => (name === "vscode" ? vscode : real.call(load, name, ...rest));
