import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pruneIndexes } from "./prune.ts";
import { indexVersion } from "./store/schema.ts";

const digest = (sign: string) => sign.repeat(64);
const hour = 3_600_000;

test("Old versions go, then what nobody asked for in a while, then the longest unused beyond a size; notes go along.", async () => {
  const cache = await mkdtemp(join(tmpdir(), "airworthy-prune-"));
  try {
    const put = async (name: string, hoursAgo: number, size = 10) => {
      await writeFile(join(cache, name), "x".repeat(size));
      const then = new Date(Date.now() - hoursAgo * hour);
      await utimes(join(cache, name), then, then);
    };
    const current = (sign: string) => `${digest(sign)}-v${indexVersion}.duckdb`;
    await put(current("a"), 1);
    await put(current("b"), 2);
    await put(current("c"), 3);
    await put(current("d"), 100 * 24);
    await put(`${digest("a")}-v1.duckdb`, 1);
    await put("partial-1.duckdb", 7);
    await put("partial-2.duckdb", 1);
    await put("of-somebody-else", 1_000);
    await mkdir(join(cache, "seen"));
    for (const sign of ["a", "d"])
      await writeFile(join(cache, "seen", sign), JSON.stringify({ stamp: "", digest: digest(sign) }));
    assert.deepEqual(await pruneIndexes({ cache, mostBytes: 25 }), { removed: 3, bytes: 30, kept: 2 });
    assert.deepEqual(
      (await readdir(cache)).sort(),
      [current("a"), current("b"), "of-somebody-else", "partial-2.duckdb", "seen"].sort(),
    );
    assert.deepEqual(await readdir(join(cache, "seen")), ["a"]);
    assert.deepEqual(await pruneIndexes({ cache }), { removed: 0, bytes: 0, kept: 2 });
  } finally {
    await rm(cache, { recursive: true, force: true });
  }
});

test("Where there is no cache there is nothing to remove.", async () => {
  const cache = join(tmpdir(), "airworthy-no-such-cache");
  assert.deepEqual(await pruneIndexes({ cache }), { removed: 0, bytes: 0, kept: 0 });
});
