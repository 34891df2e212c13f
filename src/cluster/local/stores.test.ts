import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { bestStore, pruneStores, storesDirectory, writeContents } from "./stores.ts";

const before = process.env.AIRWORTHY_STATE;
let state = "";
beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), "airworthy-stores-"));
  process.env.AIRWORTHY_STATE = state;
});
afterEach(async () => {
  if (before === undefined) delete process.env.AIRWORTHY_STATE;
  else process.env.AIRWORTHY_STATE = before;
  await rm(state, { recursive: true, force: true });
});

/** A store that was last chosen so many minutes ago. */
async function store(name: string, minutesAgo: number): Promise<string> {
  const path = join(storesDirectory(), name);
  await mkdir(path, { recursive: true });
  await writeFile(join(path, "contents.json"), "{}");
  const time = new Date(Date.now() - minutesAgo * 60_000);
  await utimes(path, time, time);
  return path;
}

const left = async () => (await readdir(storesDirectory())).filter((name) => !name.startsWith(".lock")).sort();

test("stores that no cluster uses go, but for the one that was last chosen and those that were chosen just now", async () => {
  const used = await store("used", 300);
  for (const [name, minutes] of [
    ["old", 200],
    ["older", 250],
    ["lately", 5],
    ["newest", 1],
  ] as const)
    await store(name, minutes);
  await mkdir(join(state, "clusters", "c1"), { recursive: true });
  await writeFile(join(state, "clusters", "c1", "cluster.json"), JSON.stringify({ id: "c1", store: used }));
  assert.deepEqual((await pruneStores()).sort(), ["old", "older"]);
  assert.deepEqual(await left(), ["lately", "newest", "used"]);
});

test("the last store stays, however old, and what a killed maker left goes, however new", async () => {
  await store("only", 9_999);
  await store(".new-abcdef", 0);
  assert.deepEqual(await pruneStores(), [".new-abcdef"]);
  assert.deepEqual(await left(), ["only"]);
});

test("the fullest store that has all that is wanted is taken, and none of an older make", async () => {
  const [small, full] = [await store("small", 9), await store("full", 99)];
  await writeContents(small, { pause: "sha256:1" });
  await writeContents(full, { pause: "sha256:1", dns: "sha256:2" });
  await writeFile(
    join(await store("older-make", 1), "contents.json"),
    JSON.stringify({ pause: "sha256:1", dns: "sha256:3" }),
  );
  assert.equal(await bestStore({ pause: "sha256:1" }), full);
  assert.equal(await bestStore({ pause: "sha256:1", dns: "sha256:3" }), undefined);
});

test("where there never was a store there is nothing to remove", async () => {
  assert.deepEqual(await pruneStores(), []);
  assert.deepEqual(await readdir(state), []);
});
