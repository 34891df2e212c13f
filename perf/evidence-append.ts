// How many durable entries a log takes, against what disk and processor can do: `node perf/evidence-append.ts [ENTRIES]`.
//
// The disk: as many bytes as the log puts into one sync are appended to a plain file in the same directory and synced, again
// and again; beside it, how often it syncs a single entry. What the disk allows for callers in one process is how often it
// syncs so much, times the entries in it. The same again for a disk that takes 5 ms for a sync, as many do: there each sync is
// made to last that long. Processes cannot share a sync; but the kernel merges those that come together, so they are held
// against as many processes that append to a plain file. The processor: each entry is signed, one after the other, since
// its signature is part of what the next one is linked to. The ratio is against the lower of the two. And beside them, what
// the log does with a disk that says "done" at once: that is all that one thread can check, spell, sign, link and answer.
//
// Others use this disk and these cores, too, and their load changes within a second. So log and plain file take turns, in
// short rounds, each round has a ratio of its own, and what is shown is the middle of the rounds.
import { type ChildProcess, fork } from "node:child_process";
import { generateKeyPairSync, sign } from "node:crypto";
import { once } from "node:events";
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Draft, newId, openLog, realDisk } from "../src/evidence/index.ts";
import { middle, runsFrom, seconds } from "./measure.ts";

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

const { privateKey } = generateKeyPairSync("ed25519");

/** Per second, in one thread. */
function signatures(count = 300): number {
  const bytes = Buffer.alloc(800, "x");
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
  const count = sync ? 20 : 60;
  if (sync === undefined) return count / (await seconds(async () => appendPlainly(directory, count, entries)));
  const file = openSync(join(directory, "plain"), "a");
  const bytes = Buffer.alloc(Math.round(lineBytes * entries), "x");
  const took = await seconds(async () => {
    for (let number = 0; number < count; number += 1) {
      writeSync(file, bytes);
      await sync(file);
    }
  });
  closeSync(file);
  return count / took;
}

/**
 * Opens the log, and then appends when it is told to, from so many callers. What they say is there before, as the bytes
 * for the plain file are.
 */
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
  const callers = (number: number, count: number) => {
    const drafts = Array.from({ length: number }, () => Array.from({ length: count }, draft));
    const one = async (own: readonly Draft[]) => {
      for (const each of own) await log.append(each);
    };
    return async () => {
      await Promise.all(drafts.map(one));
    };
  };
  // What runs for the first time is slow, and no part of the question.
  await callers(16, 40)();
  await callers(1, 100)();
  return { log, callers, syncs: () => syncs };
}

const [role, directoryGiven = "", countGiven] = process.argv.slice(2);
if (role === "plain" || role === "log") await beChild(role, directoryGiven, Number(countGiven));
else await measure(runsFrom(process.argv.slice(2), 12_000));

async function beChild(role: "plain" | "log", directory: string, count: number): Promise<void> {
  const writer = role === "log" ? await logWriter(directory) : undefined;
  const append = writer?.callers(1, count) ?? (() => appendPlainly(directory, count));
  process.send?.("ready");
  await once(process, "message");
  await append();
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
  readonly signing: number;
}

function ratioOf({ rate, allowed, signing }: Row): number {
  return rate / Math.min(allowed, signing);
}

/** One round: the plain file, the log, the plain file. Between the two is what the disk did meanwhile. */
async function round(
  { callers, syncs }: Awaited<ReturnType<typeof logWriter>>,
  at: { readonly directory: string; readonly sync: Sync | undefined; readonly writers: number; readonly count: number },
  likely: number,
): Promise<Row> {
  const { directory, sync, writers, count } = at;
  const append = callers(writers, count);
  const before = await plainRate(directory, sync, likely);
  const [signedBefore, syncsBefore] = [signatures(), syncs()];
  const rate = (count * writers) / (await seconds(append));
  const perSync = (count * writers) / (syncs() - syncsBefore);
  const signing = (signedBefore + signatures()) / 2;
  const plain = (before + (await plainRate(directory, sync, perSync))) / 2;
  const single = await plainRate(directory, sync, 1);
  return { single, plain, perSync, allowed: plain * perSync, rate, signing };
}

/** In so many rounds. The first one only finds out how many entries there are in a sync. */
async function rowsOf(home: string, writers: number, entries: number, rounds: number, sync?: Sync): Promise<Row[]> {
  const directory = mkdtempSync(join(home, "callers-"));
  const writer = await logWriter(directory, sync);
  const at = { directory, sync, writers, count: Math.ceil(entries / rounds / writers) };
  const rows = [await round(writer, at, 1)];
  while (rows.length <= rounds) rows.push(await round(writer, at, rows.at(-1)?.perSync ?? 1));
  await writer.log.close();
  return rows.slice(1);
}

/** What the log does if syncs cost nothing. */
async function careless(home: string, writers: number, entries: number): Promise<number> {
  const writer = await logWriter(mkdtempSync(join(home, "careless-")), async () => {});
  const count = Math.ceil(entries / writers);
  const rate = (count * writers) / (await seconds(writer.callers(writers, count)));
  await writer.log.close();
  return rate;
}

function show(name: string, rows: readonly Row[], idle?: number): void {
  const whole = (of: (row: Row) => number | undefined) => {
    const values = rows.map(of).filter((value) => value !== undefined);
    return values.length > 0 ? middle(values).toFixed(0) : "";
  };
  const ratios = rows.map(ratioOf).sort((a, b) => a - b);
  const quarter = (part: number) => ratios[Math.floor((ratios.length - 1) * part)]?.toFixed(2);
  columns(
    name,
    whole(({ single }) => single),
    middle(rows.map(({ perSync }) => perSync)).toFixed(1),
    whole(({ plain }) => plain),
    whole(({ allowed }) => allowed),
    idle?.toFixed(0) ?? "",
    whole(({ rate }) => rate),
    middle(ratios).toFixed(2) + (rows.length > 1 ? ` (${quarter(0.25)}-${quarter(0.75)})` : ""),
  );
}

function columns(...cells: string[]): void {
  console.log(cells.map((cell) => cell.padStart(18)).join(""));
}

async function measure(entries: number): Promise<void> {
  // Where the files of this checkout are: a directory for temporary files may be in memory.
  const home = mkdtempSync(join(import.meta.dirname, ".evidence-append-"));
  try {
    signatures(1000);
    console.log(`${signatures(2000).toFixed(0)} signatures/s now`);
    columns(
      "writers",
      "syncs/s of one",
      "per sync",
      "syncs/s of these",
      "disk allows/s",
      "never synced/s",
      "entries/s",
      "ratio (quartiles)",
    );
    for (const writers of [1, 4, 16]) {
      const count = writers === 1 ? entries / 4 : entries;
      const rows = await rowsOf(home, writers, count, 15);
      show(`${writers} caller${writers > 1 ? "s" : ""}`, rows, await careless(home, writers, count / 3));
    }
    for (const writers of [1, 4, 16]) {
      show(`${writers}, 5 ms a sync`, await rowsOf(home, writers, (entries * writers) / 80, 5, slowSync));
    }
    for (const writers of [1, 4, 16]) {
      const directory = mkdtempSync(join(home, "processes-"));
      const rows: Row[] = [];
      for (let round = 0; round < 3; round += 1) {
        const allowed = await rateOfProcesses("plain", directory, writers, entries / 12);
        const rate = await rateOfProcesses("log", directory, writers, entries / 12);
        rows.push({ perSync: 1, allowed, rate, signing: signatures() });
      }
      show(`${writers} process${writers > 1 ? "es" : ""}`, rows);
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
