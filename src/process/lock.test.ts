import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { start } from "./child.ts";
import { withLock } from "./lock.ts";

let home: string;
before(async () => {
  home = await mkdtemp(join(tmpdir(), "airworthy-lock-"));
});
after(() => rm(home, { recursive: true, force: true }));

test("only one at a time holds a lock, also within one process", async () => {
  let inside = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++inside);
    await sleep(5);
    inside--;
  };
  await Promise.all(Array.from({ length: 5 }, () => withLock(join(home, "one"), work)));
  assert.equal(most, 1);
});

test("the lock of a killed process is free again", async () => {
  const script = `
    import { withLock } from ${JSON.stringify(new URL("./lock.ts", import.meta.url).href)};
    await withLock(${JSON.stringify(join(home, "killed"))}, () => { console.log("held"); return new Promise(() => setInterval(() => {}, 1000)); });`;
  const holder = await start(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((resolve) => holder.raw.stdout?.once("data", resolve));
  const soon = AbortSignal.timeout(300);
  await assert.rejects(
    withLock(join(home, "killed"), async () => {}, { signal: soon }),
    "held by the other process",
  );
  process.kill(holder.pid, "SIGKILL");
  assert.equal(await withLock(join(home, "killed"), async () => "mine"), "mine");
});

test("a failure lets go of the lock", async () => {
  await assert.rejects(
    withLock(join(home, "fails"), () => Promise.reject(new Error("no"))),
    /no/,
  );
  assert.equal(await withLock(join(home, "fails"), async () => "next"), "next");
});
