import { spawn } from "node:child_process";
import { constants } from "node:os";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { Command } from "../cluster/index.ts";
import type { Strikes } from "./cgroups.ts";
import { floodFactor } from "./limits.ts";
import type { ExecOptions, Executed, Why } from "./model.ts";

export interface Execution {
  readonly command: Command;
  readonly options: ExecOptions;
  readonly timeoutSeconds: number;
  readonly maxOutput: number;
  /** Ends the command with all that it started. */
  readonly kill: () => Promise<void>;
  readonly strikes: () => Promise<Strikes>;
  readonly isDiskFull: () => Promise<boolean>;
}

/** How long output may still come after the end, from what a command left in the background. */
const lingerMs = 250;

/** Runs one command to its end, or to the end of what it may use, and says which of them it was. */
export async function execute({ command, options, ...means }: Execution): Promise<Executed> {
  const { stdin, signal } = options;
  signal?.throwIfAborted();
  const before = await means.strikes();
  const began = performance.now();
  const child = spawn(command.file, command.args, { env: command.env, stdio: "pipe" });
  let why: Why | undefined;
  let ending: Promise<void> | undefined;
  const end = (because?: Why) => {
    why ??= because;
    ending ??= means.kill();
    ending.catch(() => {}); // Whoever waits for the command hears of it.
  };
  const timer = setTimeout(() => end("timeout"), means.timeoutSeconds * 1_000);
  const onAbort = () => end();
  signal?.addEventListener("abort", onAbort, { once: true });
  child.stdin.on("error", () => {}); // A program that does not read its input is not our failure.
  child.stdin.end(stdin ?? "");
  const flood = { left: means.maxOutput * floodFactor };
  const collect = (stream: Readable, from: "stdout" | "stderr") =>
    collector(stream, means.maxOutput, (chunk) => {
      options.onOutput?.(chunk, from);
      flood.left -= chunk.length;
      if (flood.left < 0) end("output");
    });
  const [out, err] = [collect(child.stdout, "stdout"), collect(child.stderr, "stderr")];
  try {
    const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
    const { code, signal: death } = await new Promise<{ code: number | null; signal: NodeJS.Signals | null }>(
      (resolve, reject) => {
        child.once("error", reject);
        child.once("exit", (exitCode, exitSignal) => resolve({ code: exitCode, signal: exitSignal }));
      },
    );
    const seconds = (performance.now() - began) / 1_000;
    await ending;
    // What it left in the background may hold its outputs open: that is listened to no more, but not cut off either.
    await Promise.race([closed, sleep(lingerMs, undefined, { ref: false })]);
    signal?.throwIfAborted();
    why ??= await struck(before, means);
    return {
      code: code ?? 128 + (death ? constants.signals[death] : 0),
      ...(death ? { signal: death } : {}),
      ...{ stdout: out.text(), stderr: err.text(), seconds, truncated: out.truncated() || err.truncated() },
      ...(why ? { why } : {}),
    };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}

async function struck(before: Strikes, means: Pick<Execution, "strikes" | "isDiskFull">): Promise<Why | undefined> {
  const after = await means.strikes();
  if (after.memory > before.memory) return "memory";
  if (after.processes > before.processes) return "processes";
  return (await means.isDiskFull()) ? "disk" : undefined;
}

/** Keeps the beginning and the end of what is said, half of the room for each. */
function collector(stream: Readable, room: number, onChunk: (chunk: Buffer) => void) {
  const half = Math.floor(room / 2);
  const head: Buffer[] = [];
  let headSize = 0;
  let tail: Buffer[] = [];
  let tailSize = 0;
  let dropped = 0;
  let open = true;
  stream.on("data", (chunk: Buffer) => {
    if (!open) return;
    onChunk(chunk);
    const first = chunk.subarray(0, half - headSize);
    if (first.length > 0) head.push(first);
    headSize += first.length;
    const rest = chunk.subarray(first.length);
    if (rest.length === 0) return;
    tail.push(rest);
    tailSize += rest.length;
    if (tailSize <= room + half) return; // Cutting at every chunk would copy each byte many times.
    dropped += tailSize - half;
    tail = [Buffer.concat(tail).subarray(-half)];
    tailSize = half;
  });
  return {
    truncated: () => dropped > 0 || tailSize > half,
    text: () => {
      open = false;
      const lost = dropped + Math.max(0, tailSize - half);
      const ending = Buffer.concat(tail).subarray(-half);
      if (lost === 0) return Buffer.concat([...head, ending]).toString();
      return `${Buffer.concat(head)}\n[${lost} bytes left out]\n${ending}`;
    },
  };
}
