import { spawn } from "node:child_process";
import { Problem } from "../problem/index.ts";

export interface RunOptions {
  readonly env?: NodeJS.ProcessEnv | undefined;
  readonly cwd?: string | undefined;
  readonly input?: string | Uint8Array | undefined;
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Return the failed exit instead of throwing it. */
  readonly allowFailure?: boolean | undefined;
}

/** What came of a program that was run to its end: the same shape whether it succeeded or not. */
export interface Exit {
  readonly command: string;
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
  readonly timedOut: boolean;
}

export class ProcessProblem extends Problem<"NOT_FOUND" | "FAILED" | "TIMED_OUT"> {}

/** Runs a program to its end and captures what it says. */
export async function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<Exit> {
  const line = [command, ...args].join(" ");
  const began = performance.now();
  const child = spawn(command, args, {
    env: options.env ?? process.env,
    cwd: options.cwd,
    stdio: ["pipe", "pipe", "pipe"],
    signal: options.signal,
  });
  let timedOut = false;
  const timer =
    options.timeoutMs === undefined
      ? undefined
      : setTimeout(() => {
          timedOut = true;
          child.kill("SIGKILL");
        }, options.timeoutMs);
  child.stdin.on("error", () => {}); // A program that does not read its input is not our failure.
  child.stdin.end(options.input ?? "");
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => err.push(chunk));

  const code = await new Promise<number>((resolve, reject) => {
    child.once("error", (cause: NodeJS.ErrnoException) => {
      if (cause.code === "ENOENT") {
        reject(
          new ProcessProblem("NOT_FOUND", `${command}: no such program`, { cause, hint: "run: airworthy doctor" }),
        );
      } else reject(cause);
    });
    child.once("close", (exitCode, signal) => resolve(exitCode ?? (signal === "SIGKILL" ? 137 : 143)));
  }).finally(() => clearTimeout(timer));

  const exit: Exit = {
    command: line,
    code,
    stdout: Buffer.concat(out).toString(),
    stderr: Buffer.concat(err).toString(),
    ms: performance.now() - began,
    timedOut,
  };
  if (timedOut) throw new ProcessProblem("TIMED_OUT", `${line}: not done after ${options.timeoutMs} ms`);
  if (code !== 0 && !options.allowFailure) {
    const tail = (exit.stderr.trim() || exit.stdout.trim()).split("\n").slice(-8).join("\n");
    throw new ProcessProblem("FAILED", `${line}: exit code ${code}${tail ? `\n${tail}` : ""}`);
  }
  return exit;
}
