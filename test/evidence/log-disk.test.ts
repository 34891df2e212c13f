import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { openLog, realDisk } from "../../src/evidence/index.ts";
import { all, firstSegment, prescription, report, room } from "./log-room.ts";

const notRoot = process.getuid?.() === 0 ? false : "only root can mount a small disk";

/** A disk of its own, gone after the test. */
function disk(t: TestContext, size: string): string {
  const path = mkdtempSync(join(tmpdir(), "airworthy-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size},mode=700`, "none", path]);
  t.after(() => {
    execFileSync("umount", ["-l", path]);
    rmSync(path, { recursive: true });
  });
  return path;
}

test("On a full disk the caller is told, nothing is lost, and when there is room the log goes on.", {
  skip: notRoot,
}, async (t) => {
  const here = room(t, join(disk(t, "2m"), "home"));
  mkdirSync(here.home);
  writeFileSync(join(here.home, "ballast"), Buffer.alloc(1024 * 1024));
  await using log = await here.open();
  const acknowledged: string[] = [];
  const fill = async () => {
    for (;;) {
      const [written] = await log.append(prescription({ session: "x".repeat(50_000) }));
      if (written) acknowledged.push(written.entry.id);
    }
  };
  await assert.rejects(fill(), { code: "DISK_FULL", message: /expected room to write/ });
  assert.ok(acknowledged.length > 5, `${acknowledged.length} entries fit`);
  await assert.rejects(log.storeArtifact("big", Buffer.alloc(2 * 1024 * 1024)), { code: "DISK_FULL" });
  const found = async () => (await all(log)).slice(1).map(({ entry }) => entry.id);
  assert.deepEqual(await found(), acknowledged);
  // Another process finds the same, and fails the same way.
  await using other = await here.open();
  await assert.rejects(other.append(prescription({ session: "x".repeat(50_000) })), { code: "DISK_FULL" });
  // A decision is possible still: its index is kept in memory.
  assert.equal((await other.open()).length, acknowledged.length);

  rmSync(join(here.home, "ballast"));
  const [written] = await log.append(prescription({ session: "x".repeat(50_000) }));
  assert.deepEqual(await found(), [...acknowledged, written?.entry.id]);
  await log.close();
  await other.close();
  const verification = await here.verify(log);
  assert.equal(verification.first, undefined);
  assert.equal(verification.good, acknowledged.length + 2);
  assert.equal((await all(log)).filter(({ entry }) => entry.type === "recovery").length, 0);
});

test("A log that may not grow says so, whoever runs it, and stays whole.", {
  skip: process.platform === "win32",
}, async (t) => {
  const here = room(t);
  await (await here.open()).close();
  // The shell counts in blocks of 512 or 1024 bytes.
  const fixture = new URL("fixtures/append-many.ts", import.meta.url).pathname;
  const command = 'ulimit -f 32; exec "$0" "$@"';
  const args = ["-c", command, process.execPath, fixture, here.log, here.keys, "1000"];
  assert.throws(() => execFileSync("sh", args, { stdio: "pipe" }), /DISK_FULL|expected room to write/);
  await using log = await here.open();
  await log.append(prescription());
  const entries = await all(log);
  assert.ok(entries.length > 10, `${entries.length} entries`);
  assert.equal(entries.filter(({ entry }) => entry.type === "recovery").length, 0);
  assert.equal((await here.verify(log)).good, entries.length);
});

test("A disk that does not confirm a write is believed: the entry is in doubt and this process writes no more.", async (t) => {
  const here = room(t);
  let isBroken = false;
  const sync = async (file: number) => {
    if (isBroken) throw Object.assign(new Error("EIO: i/o error, fdatasync"), { code: "EIO" });
    await realDisk.sync(file);
  };
  await using log = await here.open({ disk: { ...realDisk, sync } });
  await log.append(prescription());
  isBroken = true;
  const doubtful = { code: "NOT_DURABLE", message: /expected the disk to confirm a write: EIO/ };
  const many = await Promise.allSettled(Array.from({ length: 40 }, () => log.append(prescription())));
  for (const result of many) {
    assert.equal(result.status === "rejected" && result.reason.code, "NOT_DURABLE");
    assert.match(String(result.status === "rejected" && result.reason), doubtful.message);
  }
  isBroken = false;
  await assert.rejects(log.append(prescription()), doubtful);
  await log.close();
  await using again = await here.open();
  const [written] = await again.append(prescription());
  // Those in doubt that were written are there, for now; none of them was acknowledged.
  assert.ok(written && written.entry.sequence >= 2);
  assert.equal((await here.verify(again)).first, undefined);
});

test("A write that fails in its middle is undone, and the next one succeeds.", async (t) => {
  const here = room(t);
  let isFull = false;
  const write: typeof realDisk.write = (file, bytes, position) => {
    if (!isFull) return realDisk.write(file, bytes, position);
    realDisk.write(file, bytes.subarray(0, bytes.length - 5), position);
    throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  };
  await using log = await here.open({ disk: { ...realDisk, write } });
  const [intent] = await log.append(prescription());
  assert.ok(intent);
  isFull = true;
  const before = readFileSync(firstSegment(here));
  const reporting = log.append((view) => (view.reportOf(intent.entry.id) ? [] : report(intent)));
  const both = [reporting, log.append(prescription())];
  await Promise.all(both.map((one) => assert.rejects(one, { code: "DISK_FULL" })));
  assert.deepEqual(readFileSync(firstSegment(here)), before);
  isFull = false;
  // The report that was undone is not remembered as one that was made.
  const [written] = await log.append((view) => (view.reportOf(intent.entry.id) ? [] : report(intent)));
  assert.equal(written?.entry.sequence, 2);
});

test("A log that can only be read is read and searched, and refuses to be written.", async (t) => {
  const isRoot = process.getuid?.() === 0;
  const here = isRoot ? room(t, join(disk(t, "10m"), "home")) : room(t);
  mkdirSync(here.home, { recursive: true });
  const log = await here.open();
  const [written] = await log.append(prescription());
  await log.close();
  // Root may write wherever the mode says no.
  if (isRoot) execFileSync("mount", ["-o", "remount,ro", join(here.home, "..")]);
  else for (const path of [join(here.log, "segments"), here.log]) chmodSync(path, 0o500);
  try {
    await using reader = await openLog(here.log, { keyDirectory: here.keys });
    assert.equal((await all(reader)).length, 2);
    assert.deepEqual(await reader.find(written?.entry.id ?? ""), written);
    assert.equal((await reader.open()).length, 1);
    assert.match(await reader.prove(1), /^c2sp.org\/tlog-proof@v1/);
    await assert.rejects(reader.storeArtifact("a", Buffer.from("b")), { code: "NOT_WRITABLE" });
    await assert.rejects(openLog(join(here.log, "new"), { create: true, keyDirectory: here.keys }), {
      code: "NOT_WRITABLE",
    });
    if (isRoot) await assert.rejects(reader.append(prescription()), { code: "NOT_WRITABLE" });
    assert.deepEqual(readdirSync(here.log).includes("index.sqlite"), false);
  } finally {
    if (!isRoot) for (const path of [here.log, join(here.log, "segments")]) chmodSync(path, 0o700);
  }
});

test("A private key that others may read is not used, and the hint says how to change that.", async (t) => {
  if (process.platform === "win32") return t.skip("modes say nothing on Windows");
  const here = room(t);
  await (await here.open()).close();
  await using log = await here.open();
  chmodSync(log.keyPath, 0o644);
  await assert.rejects(log.append(prescription()), {
    code: "UNSAFE_KEY",
    hint: new RegExp(`^chmod 600 ${log.keyPath}`),
  });
  chmodSync(log.keyPath, 0o600);
  chmodSync(here.keys, 0o777);
  await assert.rejects(log.append(prescription()), { code: "UNSAFE_KEY", hint: new RegExp(`^chmod 700 ${here.keys}`) });
  chmodSync(here.keys, 0o700);
  assert.equal((await log.append(prescription())).length, 1);
});

test("Without the private key a log is read but not written, and the error names the file.", async (t) => {
  const here = room(t);
  await (await here.open()).close();
  await using log = await openLog(here.log, { keyDirectory: join(here.home, "elsewhere") });
  assert.equal((await all(log)).length, 1);
  await assert.rejects(log.append(prescription()), { code: "UNKNOWN_KEY", message: /elsewhere.*found no such file/ });
  // A key of another log under this one's name.
  const there = room(t);
  await using other = await there.open();
  await using again = await here.open();
  writeFileSync(again.keyPath, readFileSync(other.keyPath));
  await assert.rejects(again.append(prescription()), { code: "BAD_KEY", message: /expected key \w+, found key \w+/ });
  writeFileSync(again.keyPath, "no key");
  await assert.rejects(again.append(prescription()), { code: "BAD_KEY", message: /PKCS #8/ });
});
