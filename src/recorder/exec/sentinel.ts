import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * Tells a signal to our process group from one to us alone. The command is in our group: Ctrl-C and `kill -- -GROUP`
 * reach it without us, and passing them on would deliver them twice, which terraform and others take as "stop now,
 * never mind the state". Node does not say who sent a signal. So a process that does nothing stands beside us: the
 * kernel signals all members of a group in one go, hence when our own handler runs it is dead, or has its death pending.
 */
export interface Sentinel extends Disposable {
  /** Whether the signal that we just got went to the whole group; undefined where that cannot be known. */
  wasHit(): boolean | undefined;
}

export function postSentinel(): Sentinel {
  let guard = post();
  return {
    wasHit: () => {
      const hit = guard && isHit(guard);
      // The next signal needs a living one.
      if (hit) guard = post();
      return hit;
    },
    [Symbol.dispose]: () => guard?.kill("SIGKILL"),
  };
}

/** Ends by itself when we end, however that happens: its input closes. No core file, whatever it dies of. */
function post(): ChildProcess | undefined {
  if (process.platform !== "linux") return undefined;
  const guard = spawn("/bin/sh", ["-c", "ulimit -c 0; exec cat"], { stdio: ["pipe", "ignore", "ignore"] });
  guard.on("error", () => {});
  guard.stdin?.on("error", () => {});
  guard.unref();
  return guard.pid === undefined ? undefined : guard;
}

function isHit(guard: ChildProcess): boolean | undefined {
  if (guard.exitCode !== null || guard.signalCode !== null) return true;
  try {
    const text = readFileSync(`/proc/${guard.pid}/status`, "latin1");
    return /^State:\s+[ZX]/m.test(text) || /^(?:SigPnd|ShdPnd):\s+\d*[1-9a-f]/m.test(text);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? true : undefined;
  }
}
