// The dependency tree of the symbol under the cursor.

import * as vscode from "vscode";

import type { DependencyTree, Direction, TreeNode } from "./answers";
import { showFailure } from "./failures";
import { LatestRun, type Program, ProgramError } from "./program";
import { ownerOf } from "./roots";

export const DEPENDENCIES_VIEW = "dowse.dependencies";

/** Levels that one run reads; a node below them is read when it is expanded. */
const DEPTH = 2;

/** A node with the nodes under it. `undefined` children are read when they are needed. */
export interface Branch {
  readonly node: TreeNode;
  children: Branch[] | undefined;
}

/** Return the tree of an answer, whose nodes are in display order. */
export function nested(nodes: readonly TreeNode[]): Branch | undefined {
  const open: Branch[] = [];
  for (const node of nodes) {
    const branch: Branch = { node, children: node.state === "truncated" ? undefined : [] };
    open.length = Math.min(open.length, node.depth);
    open[open.length - 1]?.children?.push(branch);
    open.push(branch);
  }
  return open[0];
}

/** Shows one tree, and reads deeper levels of it when they are expanded. */
export class Dependencies implements vscode.TreeDataProvider<Branch> {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly latest = new LatestRun();
  private root: Branch | undefined;
  private name = "";
  private direction: Direction = "both";

  constructor(private readonly program: Program) {}

  /** Show the tree of a name, a path or an identifier; of several candidates the person chooses one. */
  async show(name: string): Promise<void> {
    try {
      const tree = await this.latest.start((signal) => this.tree(name, this.direction, signal));
      if (tree !== undefined) {
        this.name = tree.root;
        this.root = nested(tree.nodes);
        this.changed.fire();
        await vscode.commands.executeCommand(`${DEPENDENCIES_VIEW}.focus`);
      }
    } catch (error) {
      if (error instanceof ProgramError && error.kind === "ambiguous" && error.candidates.length > 0) {
        const title = vscode.l10n.t("{0} stands for several things", name);
        const chosen = await vscode.window.showQuickPick([...error.candidates], { title });
        return chosen === undefined ? undefined : this.show(chosen);
      }
      await showFailure(error);
    }
  }

  /** Show another direction of the same tree. */
  async look(direction: Direction): Promise<void> {
    this.direction = direction;
    if (this.name !== "") {
      await this.show(this.name);
    }
  }

  async getChildren(parent?: Branch): Promise<Branch[]> {
    if (parent === undefined) {
      return this.root === undefined ? [] : [this.root];
    }
    parent.children ??= await this.below(parent.node);
    return parent.children;
  }

  getTreeItem(branch: Branch): vscode.TreeItem {
    const { node } = branch;
    const item = new vscode.TreeItem(node.name, collapsible(branch));
    const note = node.note !== "" && node.state !== "truncated" ? node.note : "";
    item.description = [node.edge_types.join(", "), note].filter((part) => part !== "").join(" · ");
    item.tooltip = `${node.kind} ${node.id}`;
    item.iconPath = new vscode.ThemeIcon(ICONS[node.kind] ?? "symbol-misc");
    if (node.path !== "") {
      const file = { ...ownerOf(node.id), path: node.path };
      item.command = {
        command: "dowse.openNode",
        title: vscode.l10n.t("Open"),
        arguments: [file, Math.max(1, node.start_line)],
      };
    }
    return item;
  }

  private async below(node: TreeNode): Promise<Branch[]> {
    try {
      const tree = await this.tree(node.id, node.direction);
      return nested(tree.nodes)?.children ?? [];
    } catch (error) {
      await showFailure(error);
      return [];
    }
  }

  private tree(name: string, direction: Direction, signal?: AbortSignal): Promise<DependencyTree> {
    const command = ["tree", "--direction", direction, "--depth", String(DEPTH), "--", name];
    return this.program.ask<DependencyTree>(command, signal === undefined ? {} : { signal });
  }
}

function collapsible(branch: Branch): vscode.TreeItemCollapsibleState {
  if (branch.children?.length === 0) {
    return vscode.TreeItemCollapsibleState.None;
  }
  return branch.node.depth === 0
    ? vscode.TreeItemCollapsibleState.Expanded
    : vscode.TreeItemCollapsibleState.Collapsed;
}

const ICONS: Readonly<Record<string, string>> = {
  class: "symbol-class",
  interface: "symbol-interface",
  method: "symbol-method",
  function: "symbol-function",
  file: "symbol-file",
  namespace: "symbol-namespace",
  table: "database",
  view: "database",
  procedure: "symbol-event",
  section: "symbol-string",
  package: "package",
};
