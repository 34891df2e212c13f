import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { WriteLock } from "./lock.ts";

function home(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), "airworthy-lock-"));
  t.after(() => rmSync(path, { recursive: true }));
  return path;
}

/** A process that has the lock and does not let go of it. */
async function holder(path: string) {
  const script = `
    import { writeSync } from "node:fs";
    import { WriteLock } from ${JSON.stringify(new URL("./lock.ts", import.meta.url).href)};
    await new WriteLock(${JSON.stringify(path)}).hold(() => {
      writeSync(1, "held");
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  return child;
}

test("Whoever waits for the lock gets it when its holder is killed, and not before.", async (t) => {
  const path = join(home(t), "lock");
  const child = await holder(path);
  using lock = new WriteLock(path);
  let isKilled = false;
  const held = lock.hold(() => isKilled);
  // Some tries are in vain.
  for (let turns = 0; turns < 20; turns += 1) await new Promise((resolve) => setTimeout(resolve, 1));
  isKilled = child.kill("SIGKILL");
  assert.equal(await held, true);
});

test("Work that fails lets go of the lock.", async (t) => {
  const path = join(home(t), "lock");
  using lock = new WriteLock(path);
  using other = new WriteLock(path);
  const fails = lock.hold(() => {
    throw new Error("no");
  });
  await assert.rejects(fails, /no/);
  assert.equal(await other.hold(() => "mine"), "mine");
});

test("Who keeps the lock can do more under it at once, and others wait until it is given back.", async (t) => {
  const path = join(home(t), "lock");
  using lock = new WriteLock(path);
  using other = new WriteLock(path);
  await lock.take();
  assert.equal(await lock.hold(() => "at once"), "at once");
  const order: string[] = [];
  const held = other.hold(() => order.push("other"));
  for (let turns = 0; turns < 20; turns += 1) await new Promise((resolve) => setTimeout(resolve, 1));
  order.push("given back");
  lock.giveBack();
  await held;
  assert.deepEqual(order, ["given back", "other"]);
  assert.equal(await lock.hold(() => "mine again"), "mine again");
});

test("Who waits is next, before one who had the lock and wants it again.", async (t) => {
  const path = join(home(t), "lock");
  using lock = new WriteLock(path);
  using other = new WriteLock(path);
  for (let round = 0; round < 5; round += 1) {
    await lock.take();
    const order: string[] = [];
    const held = other.hold(() => order.push("other"));
    // Until it waits in the queue.
    while (!existsSync(`${path}-queue`)) await new Promise((resolve) => setTimeout(resolve, 1));
    await new Promise((resolve) => setTimeout(resolve, 20));
    lock.giveBack();
    await Promise.all([held, lock.hold(() => order.push("again"))]);
    assert.deepEqual(order, ["other", "again"]);
  }
});

test("Who has the lock may keep it unless somebody waits or the file was taken away.", async (t) => {
  const path = join(home(t), "lock");
  using lock = new WriteLock(path);
  using other = new WriteLock(path);
  await lock.take();
  assert.equal(lock.mayKeep(), true);
  assert.equal(lock.mayKeep(), true);
  const held = other.hold(() => "mine");
  while (lock.mayKeep()) await new Promise((resolve) => setTimeout(resolve, 1));
  lock.giveBack();
  assert.equal(await held, "mine");
  await lock.take();
  assert.equal(lock.mayKeep(), true);
  rmSync(path);
  assert.equal(lock.mayKeep(), false);
});

test("Several of one process who wait get it together, and the last one gives it back.", async (t) => {
  const path = join(home(t), "lock");
  using lock = new WriteLock(path);
  using other = new WriteLock(path);
  await Promise.all([lock.take(), lock.hold(() => {}), lock.take()]);
  let isFree = false;
  const held = other.hold(() => isFree);
  lock.giveBack();
  await new Promise((resolve) => setTimeout(resolve, 20));
  isFree = true;
  lock.giveBack();
  assert.equal(await held, true);
});

test("The lock is one file, and nothing is written to it.", async (t) => {
  const directory = home(t);
  using lock = new WriteLock(join(directory, "lock"));
  assert.deepEqual(await lock.hold(() => readdirSync(directory)), ["lock"]);
});

test("A lock where nothing can be written is refused with a hint.", () => {
  assert.throws(() => new WriteLock(join("/nowhere", "lock")), { code: "NOT_WRITABLE", message: /^\/nowhere\/lock: / });
});
