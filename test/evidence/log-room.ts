import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import {
  type Draft,
  type EvidenceLog,
  type LogOptions,
  newId,
  openLog,
  type Verification,
  verifyLog,
  type Written,
} from "../../src/evidence/index.ts";

/** A place for a log and its keys, gone after the test. */
export interface Room {
  readonly home: string;
  readonly log: string;
  readonly keys: string;
  open(options?: LogOptions): Promise<EvidenceLog>;
  verify(log: EvidenceLog): Promise<Verification>;
  /** Starts a fixture on this log. */
  start(fixture: string, ...args: string[]): Fixture;
}

export function room(t: TestContext, home: string = mkdtempSync(join(tmpdir(), "airworthy-evidence-"))): Room {
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const [log, keys] = [join(home, "log"), join(home, "keys")];
  return {
    home,
    log,
    keys,
    open: (options = {}) => openLog(log, { create: true, keyDirectory: keys, ...options }),
    verify: async ({ publicKey }) => verifyLog(log, { keys: [publicKey] }),
    start: (fixture, ...args) => startFixture(fixture, [log, keys, ...args]),
  };
}

export interface Fixture {
  readonly pid: number;
  /** What it prints, line by line. */
  readonly lines: AsyncIterableIterator<string>;
  /** The next line that it prints. */
  said(): Promise<string>;
  kill(): Promise<void>;
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

function startFixture(name: string, args: readonly string[]): Fixture {
  const path = fileURLToPath(new URL(`fixtures/${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "close").then(([code, signal]) => (code ?? signal) as number | string);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    pid: child.pid ?? 0,
    lines,
    ended,
    said: async () => {
      const { value, done } = await lines.next();
      if (done) throw new Error(`${name} ended (${await ended}) without a word`);
      return value;
    },
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

let made = 0;

export function prescription(more: Partial<Draft<"prescription">> = {}): Draft<"prescription"> {
  made += 1;
  return {
    id: newId(),
    time: new Date().toISOString(),
    type: "prescription",
    actor: { kind: "agent", id: "pilot" },
    capture: { channel: "exec", custody: "shared" },
    data: {
      tool: "kubectl",
      operation: "apply",
      class: "mutate",
      command: ["kubectl", "apply", "-f", `deployment-${made}.yaml`],
      artifacts: [],
      targets: [{ system: "kubernetes", kind: "Deployment", namespace: "shop", name: "web", action: "apply" }],
      targetCount: 1,
      scope: { class: "staging", because: "the namespace" },
      risk: { level: "medium", tags: [], unknown: [], rules: "1" },
      intentDigest: "0".repeat(64),
      expires: 600,
      redacted: [],
    },
    ...more,
  };
}

export function report(of: Written): Draft<"report"> {
  const { id: _, ...frame } = prescription();
  return {
    ...frame,
    id: newId(),
    type: "report",
    data: {
      prescription: of.entry.id,
      prescriptionHash: of.hash,
      verdict: "success",
      exitCode: 0,
      output: [],
      references: [],
      redacted: [],
    },
  };
}

export async function all(log: EvidenceLog): Promise<Written[]> {
  const entries: Written[] = [];
  for await (const written of log.entries()) entries.push(written);
  return entries;
}

export function firstSegment({ log }: { readonly log: string }): string {
  return join(log, "segments", `${"0".repeat(20)}.jsonl`);
}
