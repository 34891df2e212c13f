import assert from "node:assert/strict";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Component } from "../component.ts";
import { tiny, type Workbench, workbench } from "../testing/workbench.ts";

const onPath: Component = {
  ...tiny,
  programs: ["tiny"],
  onPath: { tiny: { args: ["--version"], version: /tiny (\S+)/, from: "1.4.0", below: "2.0.0" } },
};

function install(bench: Workbench, version: string): string {
  const file = join(bench.folder, "path", "tiny");
  writeFileSync(file, `#!/bin/sh\necho tiny ${version}\n`);
  chmodSync(file, 0o755);
  return file;
}

test("a program on PATH that says a fitting version is used and nothing is built", async () => {
  using bench = await workbench(onPath);
  install(bench, "1.10.2");
  const got = await bench.get();
  assert.deepEqual([got.from, got.version], ["path", "1.10.2"]);
  assert.equal(bench.builds(), 0);
});

for (const version of ["1.3.9", "2.0.0", "1.4.0-rc.1", "unknown"]) {
  test(`a program on PATH that says ${version} is passed over with the reason`, async () => {
    using bench = await workbench(onPath);
    install(bench, version);
    assert.equal((await bench.get()).from, "build");
    assert.ok(bench.news.some((news) => news.note?.includes(`expected 1.4.0 or newer, older than 2.0.0, found`)));
  });
}

test("a program on PATH that was replaced by another version later is asked again", async () => {
  using bench = await workbench(onPath);
  install(bench, "1.5.0");
  await bench.get();
  install(bench, "1.3.0");
  assert.equal((await bench.get()).from, "build");
});
