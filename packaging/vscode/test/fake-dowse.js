#!/usr/bin/env node
// Stands for the program in tests of what it rarely does: it answers from its arguments and its standard input.
// "--index" chooses how: "missing", "broken", "slow", anything else answers.
const fs = require("node:fs");

// FAKE_WITHOUT_WHERE makes it an older program, which does not know `where`.
const given = process.argv.slice(2);
const index = given[given.indexOf("--index") + 1] ?? "";
const input = given.includes("-") ? fs.readFileSync(0, "utf8") : "";

if (given[0] === "where") {
  const known = !process.env.FAKE_WITHOUT_WHERE;
  if (!known || given.includes("--help")) {
    process.exit(known ? 0 : 2);
  }
  const location = { path: "src/lease.js", repository: "shop", branch: "main" };
  const definition = { name: "renew", kind: "function", start_line: 4, end_line: 9, evidence: ["frame", "words"] };
  const evidence = [{ kind: "frame", detail: "lease.js:4" }];
  const files = [{ ...location, stale: false, definitions: [definition], evidence }];
  const tests = [{ ...location, path: "test/lease.test.js" }];
  process.stdout.write(JSON.stringify({ took_ms: 2, files, tests, notes: [input] }));
  process.exit(0);
}
if (index.endsWith("missing")) {
  process.stderr.write(`error: there is no index in ${index}. Create one: dowse index FOLDER.\n`);
  process.exit(2);
}
if (index.endsWith("broken")) {
  process.stdout.write("not JSON");
  process.exit(0);
}
if (given.includes("Twice")) {
  const candidates = process.env.FAKE_CANDIDATES_ON_OUTPUT ? process.stdout : process.stderr; // an older program's
  candidates.write("shop@main:cs:A.Twice\nshop@main:cs:B.Twice\n");
  process.stderr.write('error: "Twice" stands for 2 things. Name one of shop@main:cs:A.Twice, shop@main:cs:B.Twice\n');
  process.exit(2);
}
if (input === "slow") {
  setTimeout(() => undefined, 600_000); // until it is ended
} else {
  const answer = { weight: 0.8, took_ms: 1, files: [], notes: [JSON.stringify(given), input] };
  process.stdout.write(JSON.stringify(answer));
  process.exitCode = input === "nothing" ? 1 : 0;
}
