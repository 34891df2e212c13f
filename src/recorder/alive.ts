import { hash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import type { Prescription } from "../evidence/index.ts";

export type ProcessIdentity = NonNullable<Prescription["process"]>;

/**
 * A process in words that still mean something when it is gone: process ids are used again, a boot and a start time
 * together are not. Undefined where the system does not tell (there is no /proc): then only time closes what is open.
 */
export function identityOf(pid: number = process.pid): ProcessIdentity | undefined {
  try {
    return { boot: bootHere(), pid, started: statusOf(pid).started };
  } catch {
    return undefined;
  }
}

/** "dead" is a proof, "unknown" is not: another machine's process, another container's, or one hidden from us. */
export function fateOf(identity: ProcessIdentity): "alive" | "dead" | "unknown" {
  let here: string;
  try {
    here = bootHere();
  } catch {
    return "unknown";
  }
  const [boot, namespace, machine] = identity.boot.split("/");
  const [bootNow, namespaceHere, machineHere] = here.split("/");
  // A log can lie on a shared disk: a boot that is not this one is a past one only on the same machine.
  if (boot !== bootNow) return machine !== "" && machine === machineHere ? "dead" : "unknown";
  // The same number in another container is another process.
  if (namespace !== namespaceHere) return "unknown";
  try {
    const { started, state } = statusOf(identity.pid);
    return started === identity.started && !"ZX".includes(state) ? "alive" : "dead";
  } catch {
    return exists(identity.pid) ? "unknown" : "dead";
  }
}

/** Boot, pid namespace and machine: the three things without which a process id means nothing. */
function bootHere(): string {
  const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  const namespace = /\d+/.exec(readlinkSync("/proc/self/ns/pid"))?.[0] ?? "";
  return `${boot}/${namespace}/${machineId()}`;
}

/** Hashed, as machine-id(5) asks of whoever writes it down. Empty where there is none, as in many containers. */
function machineId(): string {
  try {
    const id = readFileSync("/etc/machine-id", "utf8").trim();
    return id === "" ? "" : hash("sha256", `airworthy/machine/1\0${id}`).slice(0, 16);
  } catch {
    return "";
  }
}

/** Fields 3 and 22 of proc_pid_stat(5). The name before them may hold blanks and brackets, hence the last bracket. */
function statusOf(pid: number): { state: string; started: string } {
  const text = readFileSync(`/proc/${pid}/stat`, "latin1");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return { state: fields[0] ?? "", started: fields[19] ?? "" };
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
