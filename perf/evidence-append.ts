// How many durable entries a log takes, against what disk and processor can do: `node perf/evidence-append.ts [ENTRIES]`.
//
// The disk: as many bytes as the log puts into one sync are appended to a plain file in the same directory and synced, again
// and again; beside it, how often it syncs a single entry. What the disk allows for callers in one process is how often it
// syncs so much, times the entries in it. The same again for a disk that takes 5 ms for a sync, as many do: there each sync is
// made to last that long. Processes cannot share a sync; but the kernel merges those that come together, so they are held
// against as many processes that append to a plain file. The processor: each entry is signed, one after the other, since
// its signature is part of what the next one is linked to. The ratio is against the lower of the two. And beside them, what
// the log does with a disk that says "done" at once: that is all that one thread can check, spell, sign, link and answer.
import { type ChildProcess, fork } from "node:child_process";
import { generateKeyPairSync, sign } from "node:crypto";
import { once } from "node:events";
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Draft, newId, openLog, realDisk } from "../src/evidence/index.ts";
import { runsFrom, seconds } from "./measure.ts";

const draft = (): Draft<"prescription"> => ({
  id: newId(),
  time: new Date().toISOString(),
  type: "prescription",
  actor: { kind: "agent", id: "pilot" },
  capture: { channel: "exec", custody: "shared" },
  data: {
    tool: "kubectl",
    operation: "apply",
    class: "mutate",
    command: ["kubectl", "apply", "-f", "deployment.yaml"],
    artifacts: [],
    targets: [],
    targetCount: 0,
    scope: { class: "staging", because: "the namespace" },
    risk: { level: "medium", tags: [], unknown: [], rules: "1" },
    intentDigest: "0".repeat(64),
    expires: 600,
    redacted: [],
  },
});

/** The line of the draft above, with its end. */
const lineBytes = 858;

function appendPlainly(directory: string, count: number, entries = 1): void {
  const file = openSync(join(directory, "plain"), "a");
  const bytes = Buffer.alloc(Math.round(lineBytes * entries), "x");
  for (let number = 0; number < count; number += 1) {
    writeSync(file, bytes);
    fdatasyncSync(file);
  }
  closeSync(file);
}

/** Per second, in one thread. */
function signatures(): number {
  const { privateKey } = generateKeyPairSync("ed25519");
  const bytes = Buffer.alloc(800, "x");
  const [warmUp, count] = [500, 2000];
  for (let number = 0; number < warmUp; number += 1) sign(null, bytes, privateKey);
  const began = performance.now();
  for (let number = 0; number < count; number += 1) sign(null, bytes, privateKey);
  return (count * 1000) / (performance.now() - began);
}

type Sync = typeof realDisk.sync;

const slowSync: Sync = async (file) => {
  await Promise.all([realDisk.sync(file), sleep(5)]);
};

/** How often so many entries' worth of bytes are appended to a plain file and synced, per second. */
async function plainRate(directory: string, sync: Sync | undefined, entries: number): Promise<number> {
  if (sync === undefined) return 500 / (await seconds(async () => appendPlainly(directory, 500, entries)));
  const file = openSync(join(directory, "plain"), "a");
  const bytes = Buffer.alloc(Math.round(lineBytes * entries), "x");
  const took = await seconds(async () => {
    for (let number = 0; number < 50; number += 1) {
      writeSync(file, bytes);
      await sync(file);
    }
  });
  closeSync(file);
  return 50 / took;
}

/** Opens the log, and then appends when it is told to, from so many callers. */
async function logWriter(directory: string, syncWith: Sync = realDisk.sync) {
  let syncs = 0;
  const sync: Sync = (file, idle) => {
    syncs += 1;
    return syncWith(file, idle);
  };
  const log = await openLog(join(directory, "log"), {
    create: true,
    keyDirectory: join(directory, "keys"),
    disk: { ...realDisk, sync },
  });
  const append = async (callers: number, count: number) => {
    const one = async () => {
      for (let number = 0; number < count; number += 1) await log.append(draft());
    };
    await Promise.all(Array.from({ length: callers }, one));
  };
  // What runs for the first time is slow, and no part of the question.
  await append(16, 40);
  await append(1, 100);
  return { log, append, syncs: () => syncs };
}

const [role, directoryGiven = "", countGiven] = process.argv.slice(2);
if (role === "plain" || role === "log") await beChild(role, directoryGiven, Number(countGiven));
else await measure(runsFrom(process.argv.slice(2), 4000));

async function beChild(role: "plain" | "log", directory: string, count: number): Promise<void> {
  const writer = role === "log" ? await logWriter(directory) : undefined;
  process.send?.("ready");
  await once(process, "message");
  if (writer) await writer.append(1, count);
  else appendPlainly(directory, count);
  process.send?.("done");
  await writer?.log.close();
  process.disconnect();
}

/** The next thing that a process says; one that ends instead has failed. */
async function word(child: ChildProcess): Promise<void> {
  const silence = once(child, "exit").then(([code]) => Promise.reject(new Error(`a process ended with ${code}`)));
  silence.catch(() => {});
  await Promise.race([once(child, "message"), silence]);
}

/** Per second, by that many processes at once. */
async function rateOfProcesses(role: string, directory: string, processes: number, entries: number): Promise<number> {
  const count = Math.ceil(entries / processes);
  const children: ChildProcess[] = [];
  for (let number = 0; number < processes; number += 1) {
    children.push(fork(import.meta.filename, [role, directory, String(count)]));
  }
  await Promise.all(children.map(word));
  const done = children.map(word);
  const ended = children.map((child) => once(child, "exit"));
  const took = await seconds(async () => {
    for (const child of children) child.send("go");
    await Promise.all(done);
  });
  await Promise.all(ended);
  return (count * processes) / took;
}

interface Row {
  /** How often the disk syncs one entry, and as much as the log puts into one sync. */
  readonly single?: number;
  readonly plain?: number;
  readonly perSync: number;
  readonly allowed: number;
  readonly idle?: number;
  readonly rate: number;
}

async function measure(entries: number): Promise<void> {
  // Where the files of this checkout are: a directory for temporary files may be in memory.
  const home = mkdtempSync(join(import.meta.dirname, ".evidence-append-"));
  try {
    const signing = signatures();
    console.log(`${signing.toFixed(0)} signatures/s`);
    const columns = (...cells: string[]) => console.log(cells.map((cell) => cell.padStart(18)).join(""));
    columns(
      "writers",
      "syncs/s of one",
      "per sync",
      "syncs/s of these",
      "disk allows/s",
      "never synced/s",
      "entries/s",
      "ratio",
    );
    const whole = (value: number | undefined) => value?.toFixed(0) ?? "";
    const row = (name: string, at: Row) =>
      columns(
        name,
        whole(at.single),
        at.perSync.toFixed(1),
        whole(at.plain),
        whole(at.allowed),
        whole(at.idle),
        whole(at.rate),
        (at.rate / Math.min(at.allowed, signing)).toFixed(2),
      );
    const callersRow = async (writers: number, entries: number, about: string, sync?: Sync) => {
      const directory = mkdtempSync(join(home, "callers-"));
      const writer = await logWriter(directory, sync);
      const count = Math.ceil((writers === 1 ? entries / 4 : entries) / writers);
      const rateOf = async ({ append }: typeof writer, each = count) =>
        (each * writers) / (await seconds(() => append(writers, each)));
      const perSyncOf = async (each: number) => {
        const earlier = writer.syncs();
        const rate = await rateOf(writer, each);
        return { rate, perSync: (each * writers) / (writer.syncs() - earlier) };
      };
      const { perSync: likely } = await perSyncOf(Math.ceil(count / 10));
      const before = await plainRate(directory, sync, likely);
      const { rate, perSync } = await perSyncOf(count);
      const after = await plainRate(directory, sync, perSync);
      const single = await plainRate(directory, sync, 1);
      await writer.log.close();
      const careless = await logWriter(mkdtempSync(join(home, "careless-")), async () => {});
      const idle = await rateOf(careless);
      await careless.log.close();
      // Others use this disk, too: between the two is what it did meanwhile.
      const plain = (before + after) / 2;
      const name = `${writers} caller${writers > 1 ? "s" : ""}${about}`;
      row(name, { single, plain, perSync, allowed: plain * perSync, idle, rate });
    };
    for (const writers of [1, 4, 16]) await callersRow(writers, entries, "");
    for (const writers of [1, 4, 16]) await callersRow(writers, entries / 4, ", 5 ms", slowSync);
    for (const writers of [1, 4, 16]) {
      const directory = mkdtempSync(join(home, "processes-"));
      const allowed = await rateOfProcesses("plain", directory, writers, entries / 2);
      const rate = await rateOfProcesses("log", directory, writers, entries / 2);
      row(`${writers} process${writers > 1 ? "es" : ""}`, { perSync: 1, allowed, rate });
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
