import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

export interface StartOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly stdio?: StdioOptions;
  /** Own session: it outlives our terminal and a Ctrl-C there does not reach it. */
  readonly detached?: boolean;
}

/** A long-running program that we started and therefore must stop. */
export interface Child extends AsyncDisposable {
  readonly command: string;
  readonly pid: number;
  readonly raw: ChildProcess;
  /** Settles once, with the exit code, or with 128 + the signal's meaning for a death by signal. */
  readonly exited: Promise<number>;
  /** Asks politely, then kills; says which of the two it took. */
  stop(graceMs?: number): Promise<"clean" | "forced">;
}

export async function start(command: string, args: readonly string[], options: StartOptions = {}): Promise<Child> {
  const raw = spawn(command, args, {
    env: options.env ?? process.env,
    cwd: options.cwd,
    stdio: options.stdio ?? "ignore",
    detached: options.detached ?? false,
  });
  const exited = new Promise<number>((resolve) => {
    raw.once("exit", (code, signal) => resolve(code ?? (signal === "SIGKILL" ? 137 : 143)));
    raw.once("error", () => resolve(127));
  });
  if (raw.pid === undefined) throw (await once(raw, "error"))[0];
  const pid = raw.pid;

  const signal = (name: NodeJS.Signals) => {
    try {
      // A detached child leads its own group: the whole group gets the signal, so helpers of the child do not survive it.
      process.kill(options.detached ? -pid : pid, name);
    } catch {
      // Already gone, which is what the caller wants.
    }
  };
  const stop = async (graceMs = 2_000): Promise<"clean" | "forced"> => {
    signal("SIGTERM");
    const over = new AbortController();
    const late = sleep(graceMs, "late" as const, { signal: over.signal }).catch(() => "late" as const);
    const winner = await Promise.race([exited, late]);
    over.abort();
    if (winner !== "late") return "clean";
    signal("SIGKILL");
    await exited;
    return "forced";
  };
  return { command, pid, raw, exited, stop, [Symbol.asyncDispose]: async () => void (await stop()) };
}
