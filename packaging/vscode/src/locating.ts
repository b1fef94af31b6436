// Where to change the code for a report: a stack trace, an error message, a failed test.

import * as vscode from "vscode";

import type { Chunk, FileToChange, LocationsAnswer, RankedFile, SearchAnswer } from "./answers";
import type { Program } from "./program";
import type { Request } from "./searchView";

/** Return how to ask for the locations of a change; a program that does not know `where` searches for the report. */
export function locating(program: Program, top: () => number): Request {
  let hasWhere: boolean | undefined; // a newer program is noticed when the editor starts again
  return async (report, _weight, signal) => {
    hasWhere ??= await program.has("where");
    const asked = ["-", "--top", String(top())];
    if (!hasWhere) {
      return program.ask<SearchAnswer>(["search", ...asked], { input: report, signal });
    }
    return asSearch(await program.ask<LocationsAnswer>(["where", ...asked], { input: report, signal }));
  };
}

/** Return locations in the form of a search: the definitions as passages, then the tests that cover them. */
export function asSearch(answer: LocationsAnswer): SearchAnswer {
  const tests: RankedFile[] = answer.tests.map((test) => ({ ...test, chunks: [], stale: false }));
  const covering = vscode.l10n.t("Tests that cover these definitions come last: {0}.", tests.length);
  return {
    weight: -1,
    took_ms: answer.took_ms,
    files: [...answer.files.map(located), ...tests],
    notes: [...answer.notes, ...(tests.length > 0 ? [covering] : [])],
  };
}

function located(file: FileToChange): RankedFile {
  const reasons = file.evidence.map((item) => (item.detail === "" ? item.kind : `${item.kind}: ${item.detail}`));
  const chunks = file.definitions.map((definition): Chunk => ({
    start_line: definition.start_line,
    end_line: definition.end_line,
    header_path: `${definition.kind} ${definition.name}`,
    text: definition.evidence.join(", "),
  }));
  const whole: Chunk = { start_line: 1, end_line: 1, header_path: "", text: reasons.join("\n") };
  return { ...file, chunks: chunks.length > 0 ? chunks : [whole] };
}
