import type { ChildProcess } from "node:child_process";
import { postSentinel, type Sentinel } from "./sentinel.ts";

const passed = ["SIGINT", "SIGQUIT", "SIGTERM", "SIGHUP", "SIGUSR1", "SIGUSR2"] as const;
/** Keys send these to the group; where nobody can tell, to assume so does less harm. */
const fromKeys: readonly string[] = ["SIGINT", "SIGQUIT"];

const settledMs = 50;

/**
 * While it is held, no signal ends us: the command decides, and gets those that reached only us. To be held before the
 * command starts: nothing may come between its first output, say, and our being ready.
 */
export function passOnSignals(): Disposable & { to(child: ChildProcess): void } {
  let child: ChildProcess | undefined;
  let sentinel: Sentinel | undefined;
  let timer: NodeJS.Timeout | undefined;
  const pass = (signal: NodeJS.Signals) => {
    const toGroup = sentinel?.wasHit() ?? fromKeys.includes(signal);
    if (!toGroup) child?.kill(signal);
  };
  for (const signal of passed) process.on(signal, pass);
  return {
    to: (started) => {
      child = started;
      // Not for a command that is over at once: to start a process takes longer than such a command does.
      timer = setTimeout(() => {
        sentinel = postSentinel();
      }, settledMs);
    },
    [Symbol.dispose]: () => {
      for (const signal of passed) process.off(signal, pass);
      clearTimeout(timer);
      sentinel?.[Symbol.dispose]();
    },
  };
}
