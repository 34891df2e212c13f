import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { run } from "../../src/process/index.ts";
import { skip } from "./scene.ts";

const fixture = fileURLToPath(new URL("./fixtures/bounded.ts", import.meta.url));

/** Runs the fixture on a machine that looks like this one, but for its control groups. */
async function onMachine(change: string) {
  const script = `${change}\nexec "$@"`;
  const words = ["--mount", "--propagation", "private", "sh", "-ec", script, "sh", process.execPath, fixture];
  const { stdout } = await run("unshare", words);
  return JSON.parse(stdout);
}

const weaknesses =
  (...words: string[]) =>
  (found: string[]) =>
    assert.deepEqual(
      found.map((text) => text.split(" ")[0]),
      words,
    );

describe("A sandbox holds on a machine", { skip }, () => {
  test("whose control groups cannot be written: each process has its limits, and it says what is weaker.", async () => {
    const told = await onMachine(
      "for at in /sys/fs/cgroup/* /sys/fs/cgroup; do mount -o remount,bind,ro $at 2> /dev/null || true; done",
    );
    weaknesses("memory", "processes", "processor")(told.weaknesses);
    assert.deepEqual([told.isBounded, told.endless, told.well.stdout, told.gone], [true, "timeout", "well\n", []]);
    assert.notEqual(told.greedy.stdout, `${890 * 1024 ** 2}\n`, "one process got more than all may have");
  });

  const unified = existsSync("/sys/fs/cgroup/unified/cgroup.procs") ? false : "needs a hybrid machine";
  test("with version 2 whose controllers nobody passed on: commands are still ended as a whole.", {
    skip: unified,
  }, async () => {
    const told = await onMachine("mount --bind /sys/fs/cgroup/unified /sys/fs/cgroup");
    weaknesses("memory", "processes", "processor")(told.weaknesses);
    assert.deepEqual([told.isBounded, told.endless, told.well.stdout, told.gone], [true, "timeout", "well\n", []]);
  });
});
