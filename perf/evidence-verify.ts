// How fast a log is verified, beside what this machine's cores do in bare Ed25519 checks in the same run:
// `node perf/evidence-verify.ts [ENTRIES]`. Both are also given in processor time, which other work on the machine
// disturbs less than it disturbs the clock. The check runs in a process of its own, whose largest memory is shown.
import { execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import {
  CompactRange,
  type EntryData,
  hashLine,
  keyId,
  leafHash,
  newId,
  noHash,
  publicKeyObject,
  rawPublicKey,
  signer,
  verifyEntrySignature,
  verifyLog,
  writeCheckpoint,
  writeLine,
} from "../src/evidence/index.ts";
import { line, runsFrom } from "./measure.ts";

const origin = "example.com/measured";
const segmentBytes = 64 * 1024 * 1024;
const cores = availableParallelism();

interface Rate {
  /** Checks in a second of the clock, and microseconds of processor time for each. */
  readonly perSecond: number;
  readonly processorMicroseconds: number;
}

function rateOf(checks: number, began: number, before: NodeJS.CpuUsage): Rate {
  const { user, system } = process.cpuUsage(before);
  return {
    perSecond: checks / ((performance.now() - began) / 1000),
    processorMicroseconds: (user + system) / checks,
  };
}

const prescription: EntryData["prescription"] = {
  tool: "kubectl",
  operation: "apply",
  class: "mutate",
  command: ["kubectl", "apply", "-f", "web.yaml"],
  artifacts: [],
  targets: [{ system: "kubernetes", kind: "Deployment", name: "web", namespace: "shop", action: "apply" }],
  targetCount: 1,
  scope: { class: "staging", because: "the namespace is shop" },
  risk: { level: "low", tags: [], unknown: [], rules: "1" },
  intentDigest: "5f4dcc3b5aa765d61d8327deb882cf995f4dcc3b5aa765d61d8327deb882cf99",
  expires: 600,
  redacted: [],
};

/** Prescriptions and reports in turn, as they come in practice. Every line needs the hash of the one before. */
function generate(directory: string, entries: number): { publicKey: Buffer; checkpoint: string; bytes: number } {
  const { privateKey } = generateKeyPairSync("ed25519");
  const publicKey = rawPublicKey(privateKey);
  const sign = signer(privateKey);
  const range = new CompactRange();
  let [previous, bytes, inSegment] = [noHash, 0, 0];
  let [segment, id] = [-1, ""];
  mkdirSync(join(directory, "segments"), { recursive: true });
  for (let sequence = 0; sequence < entries; sequence += 1) {
    const report = { prescription: id, prescriptionHash: previous, verdict: "success", exitCode: 0, durationMs: 1234 };
    id = newId();
    const [type, data] =
      sequence === 0
        ? (["log", { publicKey: publicKey.toString("base64") }] as const)
        : sequence % 2 === 1
          ? (["prescription", prescription] as const)
          : (["report", { ...report, output: [], references: [], redacted: [] } as EntryData["report"]] as const);
    const body = {
      format: "airworthy/1",
      log: origin,
      sequence,
      previous,
      key: keyId(publicKey),
      id,
      time: new Date().toISOString(),
      type,
      actor: { kind: "agent", id: "deployer", model: "some-model-4" },
      session: "release-7",
      capture: { channel: "exec", custody: "shared", host: "build-3" },
      data,
    } as const;
    const written = writeLine(body, sign);
    if (segment < 0 || inSegment > segmentBytes) {
      if (segment >= 0) closeSync(segment);
      segment = openSync(join(directory, "segments", `${String(sequence).padStart(20, "0")}.jsonl`), "w");
      inSegment = 0;
    }
    inSegment += writeSync(segment, Buffer.concat([written, Buffer.from("\n")]));
    bytes += written.length + 1;
    previous = hashLine(written);
    range.append(leafHash(written));
  }
  closeSync(segment);
  const checkpoint = writeCheckpoint({ origin, size: entries, root: range.root() }, publicKey, sign);
  return { publicKey, checkpoint, bytes };
}

/** The same signature over a line of the usual length, again and again: what cannot be saved. */
function checkBare(checks: number): void {
  const { privateKey } = generateKeyPairSync("ed25519");
  const publicKey = rawPublicKey(privateKey);
  const body = {
    format: "airworthy/1",
    log: origin,
    sequence: 1,
    previous: noHash,
    key: keyId(publicKey),
    id: newId(),
    time: new Date().toISOString(),
    type: "prescription",
    actor: { kind: "agent", id: "deployer" },
    capture: { channel: "exec", custody: "shared" },
    data: prescription,
  } as const;
  const written = writeLine(body, signer(privateKey));
  const key = publicKeyObject(publicKey);
  const { signature } = JSON.parse(written.toString()) as { signature: string };
  for (let at = 0; at < checks; at += 1) {
    if (!verifyEntrySignature(written, signature, key)) throw new Error("a right signature was refused");
  }
}

async function bareRate(checks: number): Promise<Rate> {
  const workers = Array.from({ length: cores }, () => new Worker(import.meta.filename, { workerData: { checks } }));
  await Promise.all(workers.map((worker) => new Promise((ready) => worker.once("message", ready))));
  const [began, before] = [performance.now(), process.cpuUsage()];
  for (const worker of workers) worker.postMessage("go");
  await Promise.all(workers.map((worker) => new Promise((ended) => worker.once("exit", ended))));
  return rateOf(checks * cores, began, before);
}

interface Measured extends Rate {
  readonly result: string;
  readonly megabytes: number;
}

async function measureHere(directory: string, key: string, checkpoint: string): Promise<Measured> {
  const [began, before] = [performance.now(), process.cpuUsage()];
  const { result, good } = await verifyLog(directory, { keys: [Buffer.from(key, "base64")], checkpoint });
  return { ...rateOf(good, began, before), result, megabytes: process.resourceUsage().maxRSS / 1024 };
}

async function main(entries: number): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "airworthy-perf-"));
  try {
    const began = performance.now();
    const { publicKey, checkpoint, bytes } = generate(directory, entries);
    const perEntry = ((performance.now() - began) / entries) * 1000;
    writeFileSync(join(directory, "checkpoint"), checkpoint);
    console.log(`${entries} entries, ${(bytes / entries).toFixed(0)} bytes each, ${cores} cores`);
    console.log(line("writing and signing one, not durable", perEntry, "µs"));
    const checks = Math.max(2000, Math.min(20_000, Math.ceil(entries / cores / 5)));
    const earlier = await bareRate(checks);
    const child = [import.meta.filename, "verify", directory, publicKey.toString("base64"), checkpoint];
    const verified = JSON.parse(execFileSync(process.execPath, child, { encoding: "utf8" })) as Measured;
    const later = await bareRate(checks);
    if (verified.result !== "valid") throw new Error(`expected the log to be valid, found ${verified.result}`);
    const bare = (earlier.perSecond + later.perSecond) / 2;
    const bareTime = (earlier.processorMicroseconds + later.processorMicroseconds) / 2;
    console.log(line("Ed25519 checks alone, all cores", bare, "/s"));
    console.log(line("entries verified", verified.perSecond, "/s", { name: "of that", value: bare }));
    console.log(line("processor time of one Ed25519 check", bareTime, "µs"));
    console.log(line("processor time of one entry", verified.processorMicroseconds, "µs"));
    const share = bareTime / verified.processorMicroseconds;
    console.log(line("share of it that is the Ed25519 check", share * 100, "%"));
    console.log(line("largest memory of the verifying process", verified.megabytes, "MB"));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

const [command, directory = "", key = "", checkpoint = ""] = process.argv.slice(2);
if (!isMainThread) {
  parentPort?.once("message", () => checkBare((workerData as { checks: number }).checks));
  parentPort?.postMessage("ready");
} else if (command === "verify") {
  console.log(JSON.stringify(await measureHere(directory, key, checkpoint)));
} else {
  await main(runsFrom(process.argv.slice(2), 100_000));
}
