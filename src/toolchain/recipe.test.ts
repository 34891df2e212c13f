import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import type { Component } from "./component.ts";
import { recipeKey } from "./recipe.ts";

const root = mkdtempSync(join(tmpdir(), "airworthy-recipe-"));
after(() => rmSync(root, { recursive: true }));

const component: Component = {
  name: "thing",
  version: "1.0.0",
  purpose: "to be digested",
  programs: ["thing"],
  build: { module: "thing", output: "thing" },
};

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
write("thing/go.mod", "module example.org/thing\n\nreplace example.org/big => ./absent/big\n");
write("thing/go.sum", "");
write("thing/deep/file.go", "package deep\n");
write("thing/absent/big/go.mod", "module example.org/big\n");
write("thing/absent/big/big.go", "package big\n");
write("thing/other/go.mod", "module example.org/other\n");

/** Does the key change when this is written, or the component is like that? */
function changes(how: (() => void) | Component): boolean {
  const before = recipeKey(component, root);
  if (typeof how !== "function") return recipeKey(how, root) !== before;
  how();
  return recipeKey(component, root) !== before;
}

test("what decides the bytes decides the key", () => {
  assert.ok(changes({ ...component, version: "1.0.1" }));
  assert.ok(changes({ ...component, build: { module: "thing", output: "thing", variables: { "main.v": "1" } } }));
  assert.ok(changes(() => write("thing/deep/file.go", "package deep // changed\n")));
  assert.ok(changes(() => write("thing/go.sum", "example.org/x v1.0.0 h1:abc=\n")));
  assert.ok(
    changes(() => write("thing/absent/big/big.go", "package big // changed\n")),
    "a module that stands in for another",
  );
});

test("what does not decide the bytes leaves the key alone", () => {
  assert.ok(!changes({ ...component, purpose: "something else" }));
  assert.ok(!changes(() => write("thing/other/main.go", "package main\n")), "a module of its own below ours");
  assert.equal(recipeKey(component, root), recipeKey(component, root));
});

test("a module that is not there is named", () => {
  const missing = { ...component, build: { module: "gone", output: "thing" } };
  assert.throws(() => recipeKey(missing, root), { code: "BUILD_FAILED", message: /gone: expected a Go module/ });
});
