import assert from "node:assert/strict";
import { test } from "node:test";

import type { Program } from "../src/program";
import { ownerOf, Roots } from "../src/roots";

function rootsOf(...answers: unknown[]): { roots: Roots; asked: () => number } {
  let asked = 0;
  const program = { ask: () => Promise.resolve(answers[Math.min(asked++, answers.length - 1)]) } as unknown as Program;
  return { roots: new Roots(program), asked: () => asked };
}

const SHOP = { path: "/code/shop", repository: "shop", branch: "main" };

test("a file lies below the folder of its repository and branch", async () => {
  const { roots, asked } = rootsOf([SHOP]);
  assert.equal(await roots.fileOf("shop", "main", "src/cart.py"), "/code/shop/src/cart.py");
  assert.equal(await roots.fileOf("shop", "main", "README.md"), "/code/shop/README.md");
  assert.equal(asked(), 1);
});

test("a branch that is not checked out has no file", async () => {
  const { roots } = rootsOf([SHOP]);
  assert.equal(await roots.fileOf("shop", "next", "src/cart.py"), undefined);
});

test("a path that leads out of its folder is refused", async () => {
  const { roots } = rootsOf([SHOP]);
  assert.equal(await roots.fileOf("shop", "main", "../secret"), undefined);
});

test("a repository that was added later is found", async () => {
  const { roots } = rootsOf([], [SHOP]);
  assert.equal(await roots.fileOf("shop", "main", "a"), undefined);
  assert.equal(await roots.fileOf("shop", "main", "a"), "/code/shop/a");
});

test("an identifier says repository and branch", () => {
  assert.deepEqual(ownerOf("shop@feature/x:cs:Shop.Cart.Add"), { repository: "shop", branch: "feature/x" });
  assert.deepEqual(ownerOf("external"), { repository: "", branch: "" });
});
