import type { ChildProcess } from "node:child_process";
import { postSentinel } from "./sentinel.ts";

const passed = ["SIGINT", "SIGQUIT", "SIGTERM", "SIGHUP", "SIGUSR1", "SIGUSR2"] as const;
/** Keys send these to the group; where nobody can tell, to assume so does less harm. */
const fromKeys: readonly string[] = ["SIGINT", "SIGQUIT"];

/** While it is held, no signal ends us: the command decides, and gets those that reached only us. */
export function passOnSignals(child: ChildProcess): Disposable {
  const sentinel = postSentinel();
  const pass = (signal: NodeJS.Signals) => {
    const toGroup = sentinel.wasHit() ?? fromKeys.includes(signal);
    if (!toGroup) child.kill(signal);
  };
  for (const signal of passed) process.on(signal, pass);
  return {
    [Symbol.dispose]: () => {
      for (const signal of passed) process.off(signal, pass);
      sentinel[Symbol.dispose]();
    },
  };
}
