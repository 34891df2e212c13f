import { type ChildProcess, spawn } from "node:child_process";
import type { Report } from "../../evidence/index.ts";
import type { Document } from "../../risk/index.ts";
import { type Tee, tee } from "./capture.ts";
import { descendants } from "./descendants.ts";
import { inheritedDescriptors } from "./inherited.ts";
import { passOnSignals } from "./pass-on.ts";

/** How long a command may take to end by itself once its time is over. */
const graceMs = 10_000;

export interface RunOptions {
  readonly timeoutMs?: number | undefined;
  /** Keep what it says; its output is then a pipe and not our own. */
  readonly capture?: boolean | undefined;
  /** What was read of standard input before, to be given to it. */
  readonly input?: Uint8Array | undefined;
}

/** How a command ended. Exactly one of `code`, `signal` and `error` without a signal says it. */
export interface Ending {
  readonly durationMs: number;
  readonly code?: number;
  readonly signal?: NodeJS.Signals;
  readonly error?: NonNullable<Report["error"]>;
  /** Why it could not start, for the exit code that a shell would give. */
  readonly cannotStart?: "not-found" | "not-executable";
  readonly output: readonly Document[];
}

/**
 * Runs a command as if we were not there: our streams, our terminal, our process group. Keys and window changes reach
 * it from the terminal, stopping and continuing stops and continues us both.
 */
export async function runInForeground(command: readonly string[], options: RunOptions = {}): Promise<Ending> {
  const [program = "", ...args] = command;
  const began = performance.now();
  const durationMs = () => Math.round(performance.now() - began);
  const out = options.capture ? "pipe" : "inherit";
  using stack = new DisposableStack();
  const signals = stack.use(passOnSignals());
  const child = spawn(program, args, {
    stdio: [options.input ? "pipe" : "inherit", out, out, ...inheritedDescriptors()],
  });
  const ended = endOf(child);
  if (child.pid === undefined) return { ...(await ended), durationMs: durationMs(), output: [] };
  signals.to(child);
  const copies = options.capture ? [tee(child.stdout, 1, "stdout"), tee(child.stderr, 2, "stderr")] : [];
  // A command that does not read its input is no failure of ours.
  child.stdin?.on("error", () => {}).end(options.input);
  const clock = stack.use(limit(child, options.timeoutMs));
  const ending = await ended;
  const output = await Promise.all(copies.map((copy: Tee) => copy.done()));
  if (!clock.struck()) return { ...ending, durationMs: durationMs(), output };
  const text = `not done after ${options.timeoutMs} ms`;
  const { signal } = ending;
  return { durationMs: durationMs(), ...(signal && { signal }), error: { kind: "timeout", text }, output };
}

function endOf(child: ChildProcess): Promise<Pick<Ending, "code" | "signal" | "error" | "cannotStart">> {
  return new Promise((resolve) => {
    child.once("error", (error: NodeJS.ErrnoException) => {
      const notFound = error.code === "ENOENT" || error.code === "ENOTDIR";
      resolve({
        error: { kind: "not-started", text: `${child.spawnfile}: ${notFound ? "no such program" : error.message}` },
        cannotStart: notFound ? "not-found" : "not-executable",
      });
    });
    child.once("exit", (code, signal) => {
      if (signal === null) resolve({ code: code ?? 0 });
      else resolve({ signal, error: { kind: "killed", text: `ended by ${signal}` } });
    });
  });
}

/** Ends the command and all it started: asks first, then kills. */
function limit(child: ChildProcess, timeoutMs: number | undefined): Disposable & { struck(): boolean } {
  let struck = false;
  let timer: NodeJS.Timeout | undefined;
  const end = (signal: NodeJS.Signals) => {
    for (const pid of descendants(child.pid ?? 0)) {
      try {
        process.kill(pid, signal);
        // What is stopped would hear of its end only when somebody continues it.
        process.kill(pid, "SIGCONT");
      } catch {
        // Gone already, which is what is wanted.
      }
    }
  };
  if (timeoutMs !== undefined) {
    timer = setTimeout(() => {
      struck = true;
      end("SIGTERM");
      timer = setTimeout(() => end("SIGKILL"), graceMs);
    }, timeoutMs);
  }
  return { struck: () => struck, [Symbol.dispose]: () => clearTimeout(timer) };
}
