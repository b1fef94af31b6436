import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";

import { LatestRun, Program, ProgramError } from "../src/program";

export const FAKE = path.resolve(__dirname, "../../test/fake-dowse.js");

interface Echo {
  readonly notes: readonly string[];
}

function program(index: string, file = FAKE): Program {
  return new Program(() => ({ program: file, index }));
}

test("a query reaches the program on standard input, and the index by its option", async () => {
  const answer = await program("/tmp/here").ask<Echo>(["search", "-", "--top", "3"], { input: "-x; rm -rf $HOME\n" });
  assert.deepEqual(JSON.parse(answer.notes[0] ?? ""), [
    ...["search", "--json", "--quiet", "--index", "/tmp/here"],
    ...["-", "--top", "3"],
  ]);
  assert.equal(answer.notes[1], "-x; rm -rf $HOME\n");
});

test("without an index of its own the program chooses one", async () => {
  const answer = await program("").ask<Echo>(["status"]);
  assert.deepEqual(JSON.parse(answer.notes[0] ?? ""), ["status", "--json", "--quiet"]);
});

test("an answer that holds nothing is an answer", async () => {
  const answer = await program("").ask<Echo>(["search", "-"], { input: "nothing" });
  assert.equal(answer.notes[1], "nothing");
});

test("a program that is not there is named as such", async () => {
  await assert.rejects(program("", "/nowhere/dowse").ask(["status"]), { kind: "no-program" });
});

test("a missing index is named as such", async () => {
  await assert.rejects(program("/tmp/missing").ask(["search", "-"], { input: "x" }), {
    kind: "no-index",
    message: "there is no index in /tmp/missing. Create one: dowse index FOLDER.",
  });
});

test("an answer that is no JSON is a failure that names the command", async () => {
  await assert.rejects(program("/tmp/broken").ask(["status"]), { kind: "failed", message: /dowse status printed no JSON/ });
});

for (const older of ["", "1"]) {
  test(`an ambiguous name comes with its candidates${older && ", also from an older program"}`, async () => {
    process.env["FAKE_CANDIDATES_ON_OUTPUT"] = older;
    await assert.rejects(program("").ask(["tree", "--", "Twice"]), {
      kind: "ambiguous",
      candidates: ["shop@main:cs:A.Twice", "shop@main:cs:B.Twice"],
    });
  });
}

test("a run that is aborted ends its process and rejects", async () => {
  const controller = new AbortController();
  const running = program("").ask(["search", "-"], { input: "slow", signal: controller.signal });
  controller.abort();
  await assert.rejects(running, (error) => error instanceof ProgramError && error.kind === "cancelled");
});

test("a newer run takes the place of the one before it", async () => {
  const latest = new LatestRun();
  const older = latest.start((signal) => program("").ask<Echo>(["search", "-"], { input: "slow", signal }));
  const newer = latest.start((signal) => program("").ask<Echo>(["search", "-"], { input: "quick", signal }));
  assert.equal((await newer)?.notes[1], "quick");
  assert.equal(await older, undefined);
});
