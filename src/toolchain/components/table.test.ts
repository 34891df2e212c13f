import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Component } from "../component.ts";
import { packageRoot } from "../directories.ts";
import { table } from "./index.ts";

const filesOf = (component: Component) => [
  ...Object.values(component.downloads ?? {}).map((files) => files),
  ...Object.values(component.goProxy ?? {}).map((file) => [file]),
  ...Object.values(component.npm ?? {}).map((carrier) => [carrier]),
];

for (const component of table) {
  test(`${component.name}: every digest is whole and every set of files brings every program`, () => {
    for (const files of filesOf(component)) {
      for (const file of files) assert.match(file.digest, /^sha(256:[0-9a-f]{64}|512:[0-9a-f]{128})$/);
      const places = files.flatMap((file) => Object.values(file.take));
      if (places.includes("")) continue; // A whole tree, which has the programs in its own bin.
      for (const program of component.programs) assert.ok(places.includes(`bin/${program}`), program);
    }
  });

  test(`${component.name}: every program can be asked for its version on PATH`, () => {
    assert.deepEqual(Object.keys(component.onPath ?? {}).sort(), [...component.programs].sort());
  });
}

/** The table says a version, go.mod another: the program would lie about what it is. */
const modules = { kubernetes: "k8s.io/kubernetes", kwok: "sigs.k8s.io/kwok", traefik: "github.com/traefik/traefik/v3" };
for (const [name, module] of Object.entries(modules)) {
  test(`${name}: the version in the table is the one in its go.mod, and go.sum is committed`, () => {
    const component = table.find((candidate) => candidate.name === name);
    const folder = join(packageRoot(), component?.build?.module ?? "");
    const found = new RegExp(`\\s${module} v(\\S+)`).exec(readFileSync(join(folder, "go.mod"), "utf8"))?.[1];
    assert.equal(found, component?.version);
    assert.ok(existsSync(join(folder, "go.sum")));
  });
}

test("our modules need no newer Go than the table brings", () => {
  const go = table.find((component) => component.name === "go");
  for (const module of ["kube", "kube/kwok", "kube/traefik"]) {
    const needed = /^go (\S+)$/m.exec(readFileSync(join(packageRoot(), module, "go.mod"), "utf8"))?.[1];
    assert.equal(needed, go?.onPath?.go?.from, module);
  }
});
