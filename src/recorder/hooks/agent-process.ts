import { readFileSync } from "node:fs";
import { identityOf, type ProcessIdentity } from "../alive.ts";

const deepest = 12;

/**
 * The agent that called this hook. Between it and us are shells that run the hook's own command line, and perhaps an
 * older Node that started us; these end with us, the agent does not.
 */
export function agentProcess(): ProcessIdentity | undefined {
  let pid = process.ppid;
  for (let depth = 0; depth < deepest && pid > 1; depth += 1) {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, "utf8");
      if (!/\bhook[\0 ]pre\b/.test(words)) return identityOf(pid);
      const status = readFileSync(`/proc/${pid}/stat`, "latin1");
      pid = Number(status.slice(status.lastIndexOf(")") + 2).split(" ")[1]);
    } catch {
      return undefined;
    }
  }
  return undefined;
}
