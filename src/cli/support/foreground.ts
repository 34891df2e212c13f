import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import type { Command } from "../../cluster/index.ts";
import { ProcessProblem } from "../../process/index.ts";
import type { Terminal } from "../shell/terminal.ts";

/** Lets a program have our terminal: streams, Ctrl-C and exit code are its own, as if we were not there. */
export async function foreground(terminal: Terminal, { file, args, env }: Command): Promise<number> {
  using _ = terminal.handOver();
  const child = spawn(file, args, { env, stdio: "inherit" });
  // A kill from outside reaches only us: pass it on. Ctrl-C reaches the program from the terminal by itself.
  const pass = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of ["SIGTERM", "SIGHUP"] as const) process.on(signal, pass);
  try {
    const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
    return code ?? 128 + (signal ? constants.signals[signal] : 0);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ENOENT") throw cause;
    throw new ProcessProblem("NOT_FOUND", `${file}: no such program`, { cause, hint: "run: airworthy doctor" });
  } finally {
    for (const signal of ["SIGTERM", "SIGHUP"] as const) process.off(signal, pass);
  }
}
