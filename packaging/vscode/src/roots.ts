// From a file of an answer to a file on the disk.

import * as path from "node:path";

import type { Root } from "./answers";
import type { Program } from "./program";

/** Knows the folders of the index; asks the program again when a repository is new. */
export class Roots {
  private known: readonly Root[] = [];

  constructor(private readonly program: Program) {}

  /** Return the absolute path of an indexed file, or `undefined` when its branch is not checked out. */
  async fileOf(repository: string, branch: string, relative: string): Promise<string | undefined> {
    const root = this.find(repository, branch) ?? (await this.refreshed(repository, branch));
    if (root === undefined || !path.isAbsolute(root.path)) {
      return undefined;
    }
    const file = path.join(root.path, ...relative.split("/"));
    const inside = path.relative(root.path, file);
    return inside.startsWith("..") || path.isAbsolute(inside) ? undefined : file;
  }

  private async refreshed(repository: string, branch: string): Promise<Root | undefined> {
    this.known = await this.program.ask<readonly Root[]>(["roots"]);
    return this.find(repository, branch);
  }

  private find(repository: string, branch: string): Root | undefined {
    return this.known.find((root) => root.repository === repository && root.branch === branch);
  }
}

/** Return repository and branch of an identifier such as `shop@main:cs:Shop.Cart`. */
export function ownerOf(id: string): { readonly repository: string; readonly branch: string } {
  const owner = /^(?<repository>[^@]*)@(?<branch>[^:]*):/.exec(id)?.groups;
  return { repository: owner?.["repository"] ?? "", branch: owner?.["branch"] ?? "" };
}
