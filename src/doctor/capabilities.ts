import { readFileSync } from "node:fs";
import type { Finding } from "./finding.ts";

/** Numbers from the kernel's list. The last is a warning only: without it the kernel refuses some limits, no more. */
const wanted = [
  { name: "CAP_SYS_ADMIN", bit: 21, must: true, neededFor: "namespaces and mounts of local clusters" },
  { name: "CAP_NET_ADMIN", bit: 12, must: true, neededFor: "the networks of local clusters" },
  {
    name: "CAP_SYS_RESOURCE",
    bit: 24,
    must: false,
    neededFor: "protecting the node's own programs from out-of-memory kills",
  },
] as const;

/** The capabilities of this process, from the effective set in /proc. */
export function capabilities(status = readStatus()): Finding[] {
  const mask = BigInt(`0x${/^CapEff:\s*([0-9a-f]+)/m.exec(status)?.[1] ?? "0"}`);
  return wanted.map(({ name, bit, must, neededFor }) => {
    const base = { requirement: `capability ${name}`, neededFor };
    if ((mask >> BigInt(bit)) & 1n) return { ...base, state: "ok", found: "held" };
    const remedy = must
      ? "become root; inside a container: start it privileged"
      : `nothing has to be done; inside a container: --cap-add ${name.replace("CAP_", "")}`;
    return { ...base, state: must ? "missing" : "warning", found: "not held", remedy };
  });
}

function readStatus(): string {
  try {
    return readFileSync("/proc/self/status", "utf8");
  } catch {
    return "";
  }
}
