import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { pruneComponents } from "./prune.ts";
import { workbench } from "./testing/workbench.ts";

const longAgo = new Date("2020-01-01");
const unusedSince = new Date("2021-01-01");

test("a component of another version goes when nobody used it for long; ours stays", async () => {
  using bench = await workbench();
  const [old, current] = [await bench.get(), await changed(bench)];
  assert.deepEqual(await pruneComponents({ unusedSince }, bench.shelf), [], "both were used just now");
  for (const { directory } of [old, current]) utimesSync(dirname(directory), longAgo, longAgo);
  const removed = await pruneComponents({ unusedSince }, bench.shelf);
  assert.deepEqual(removed, [dirname(old.directory).split("/").at(-1)]);
  assert.equal(existsSync(dirname(old.directory)), false);
  assert.equal(execFileSync(current.bin.tiny ?? "", { encoding: "utf8" }), "hello\n");
});

test("a component that programs run from stays, and using one counts as use", async () => {
  using bench = await workbench();
  const old = await bench.get();
  const current = await changed(bench);
  for (const { directory } of [old, current]) utimesSync(dirname(directory), longAgo, longAgo);
  assert.deepEqual(await pruneComponents({ unusedSince, inUse: [old.directory] }, bench.shelf), []);
  await bench.get();
  assert.deepEqual(await pruneComponents({ unusedSince }, { ...bench.shelf, components: [] }), [
    dirname(old.directory).split("/").at(-1),
  ]);
  assert.equal(existsSync(current.directory), true);
});

test("work that was never finished goes, and a cache that is not there is no error", async () => {
  using bench = await workbench();
  assert.deepEqual(await pruneComponents({ unusedSince }, bench.shelf), []);
  const unfinished = ["old", "new"].map((name) => join(bench.folder, "cache", "airworthy", "unfinished", name));
  for (const path of unfinished) mkdirSync(path, { recursive: true });
  utimesSync(unfinished[0] ?? "", longAgo, longAgo);
  await pruneComponents({ unusedSince }, bench.shelf);
  assert.deepEqual(
    unfinished.map((path) => existsSync(path)),
    [false, true],
  );
});

/** The same component of a newer version. */
async function changed(bench: Awaited<ReturnType<typeof workbench>>) {
  appendFileSync(join(bench.folder, "tiny", "main.go"), "// changed\n");
  return bench.get();
}
