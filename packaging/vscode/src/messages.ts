// What the page of the search view and the extension send each other.

import type { RankedFile } from "./answers";

/** From the page. A file is named by its position in the latest answer: the page names no paths. */
export type PageMessage =
  | { readonly kind: "ready" }
  | { readonly kind: "search"; readonly query: string; readonly weight: number | undefined }
  | { readonly kind: "open"; readonly file: number; readonly chunk: number };

/** To the page. */
export type HostMessage =
  | { readonly kind: "texts"; readonly texts: PageTexts }
  | { readonly kind: "query"; readonly query: string }
  | { readonly kind: "searching" }
  | {
      readonly kind: "answer";
      readonly weight: number;
      readonly files: readonly RankedFile[];
      readonly notes: readonly string[];
      readonly summary: string;
    }
  | { readonly kind: "failure"; readonly message: string };

/** The texts of the page in the language of the editor. */
export interface PageTexts {
  readonly placeholder: string;
  readonly weight: string;
  readonly words: string;
  readonly meaning: string;
  readonly results: string;
  readonly stale: string;
  readonly searching: string;
}

/** Return a message of the page, or `undefined` for anything else. */
export function pageMessage(value: unknown): PageMessage | undefined {
  if (typeof value !== "object" || value === null) {
    return undefined;
  }
  const message = value as Record<string, unknown>;
  if (message["kind"] === "ready") {
    return { kind: "ready" };
  }
  if (message["kind"] === "search" && typeof message["query"] === "string") {
    const weight = message["weight"];
    const valid = typeof weight === "number" && weight >= 0 && weight <= 1;
    return { kind: "search", query: message["query"], weight: valid ? weight : undefined };
  }
  if (message["kind"] === "open" && isPosition(message["file"]) && isPosition(message["chunk"])) {
    return { kind: "open", file: message["file"], chunk: message["chunk"] };
  }
  return undefined;
}

function isPosition(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0;
}
