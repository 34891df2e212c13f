import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { folder } from "./small.ts";

const skip =
  process.platform !== "linux" || process.getuid?.() !== 0 ? "needs Linux and root to make a small disk" : false;

test("A full disk ends a run in words; with room it goes on where it was.", { skip }, async () => {
  await using at = await folder();
  const words = ["--mount", "--propagation", "private", process.execPath, "test/bench/fixtures/small-disk.ts", at.path];
  const { status, stdout, stderr } = spawnSync("unshare", words, { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  const { code, message, begun, trials } = JSON.parse(stdout);
  assert.equal(code, "NOT_WRITABLE");
  assert.match(message, /: cannot be written: the disk is full$/);
  assert.deepEqual([begun, trials], [[1, 2, 3, 3, 4], 4]);
});
