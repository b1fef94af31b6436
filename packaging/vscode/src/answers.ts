// What `dowse --json` prints, as far as the extension reads it; the schemas are in docs/reference/schemas.

export interface Chunk {
  readonly start_line: number;
  readonly end_line: number;
  readonly header_path: string;
  readonly text: string;
}

export interface RankedFile {
  readonly path: string;
  readonly repository: string;
  readonly branch: string;
  readonly chunks: readonly Chunk[];
  readonly stale: boolean;
}

export interface SearchAnswer {
  readonly weight: number;
  readonly took_ms: number;
  readonly files: readonly RankedFile[];
  readonly notes: readonly string[];
}

export interface Root {
  readonly path: string;
  readonly repository: string;
  readonly branch: string;
}

export type Direction = "both" | "depends-on" | "used-by" | "tested-by";

export interface TreeNode {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly path: string;
  readonly start_line: number;
  readonly depth: number;
  readonly edge_types: readonly string[];
  readonly state: string;
  readonly hidden: number;
  readonly note: string;
  readonly direction: Direction;
}

export interface DependencyTree {
  readonly root: string;
  readonly nodes: readonly TreeNode[];
}

export interface LocatedDefinition {
  readonly name: string;
  readonly kind: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly evidence: readonly string[];
}

export interface ChangeEvidence {
  readonly kind: string;
  readonly detail: string;
}

export interface FileToChange {
  readonly path: string;
  readonly repository: string;
  readonly branch: string;
  readonly stale: boolean;
  readonly definitions: readonly LocatedDefinition[];
  readonly evidence: readonly ChangeEvidence[];
}

export interface TestToRun {
  readonly path: string;
  readonly repository: string;
  readonly branch: string;
}

export interface LocationsAnswer {
  readonly took_ms: number;
  readonly files: readonly FileToChange[];
  readonly tests: readonly TestToRun[];
  readonly notes: readonly string[];
}
