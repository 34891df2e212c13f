import { readFileSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { availableParallelism, freemem, release, totalmem } from "node:os";
import { dirname } from "node:path";
import { cacheDirectory } from "../toolchain/index.ts";
import { type Finding, forLocal, GiB, inGiB, insteadOfLocal } from "./finding.ts";

/** The operating system and who we are on it. */
export function operatingSystem(): Finding {
  const base = { requirement: "operating system: Linux", neededFor: forLocal };
  if (process.platform !== "linux") {
    const remedy = `work on a Linux machine or in a virtual one, ${insteadOfLocal}`;
    return { ...base, state: "missing", found: `${process.platform} ${release()}`, remedy };
  }
  return { ...base, state: "ok", found: `${distribution()}, kernel ${release()}, ${process.arch}` };
}

export function distribution(): string {
  try {
    return /^PRETTY_NAME="?([^"\n]*)/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1] ?? "Linux";
  } catch {
    return "Linux";
  }
}

export function superuser(): Finding {
  const base = { requirement: "superuser", neededFor: forLocal };
  const uid = process.getuid?.();
  if (uid === 0) return { ...base, state: "ok", found: "root" };
  return {
    ...base,
    state: "missing",
    found: `user ${uid ?? "unknown"}`,
    remedy: `run it with sudo, ${insteadOfLocal}`,
  };
}

export function nodeVersion(version = process.versions.node): Finding {
  const base = { requirement: "Node 24 or newer", neededFor: "everything", found: `Node ${version}` };
  if (Number(version.split(".")[0]) >= 24) return { ...base, state: "ok" };
  return {
    ...base,
    state: "missing",
    remedy: "run it by npx airworthy or npm start, which bring a new Node with them",
  };
}

export function processors(count = availableParallelism()): Finding {
  const base = { requirement: "processors: 2 or more", neededFor: forLocal, found: `${count}` };
  if (count >= 2) return { ...base, state: "ok" };
  return {
    ...base,
    state: "warning",
    remedy: "give the machine a second one: building and starting take twice as long",
  };
}

export function memory(): Finding {
  const available = memoryAvailable();
  const base = { requirement: "memory: 2 GiB free", neededFor: `${forLocal}, about 0.5 GiB each` };
  const found = `${inGiB(available)} free of ${inGiB(totalmem())}`;
  if (available >= GiB(2)) return { ...base, state: "ok", found };
  return { ...base, state: "warning", found, remedy: "end what uses memory, or give the machine more" };
}

/** Watches of files, of which each cluster's programs hold 18. With root the first cluster raises the limit itself. */
export function watches(path = "/proc/sys/fs/inotify/max_user_instances"): Finding {
  const allowed = Number(readFileSync(path, "latin1"));
  const clusters = Math.floor(allowed / 18);
  const base = { requirement: "file watches: 1024", neededFor: "many clusters side by side", found: `${allowed}` };
  if (allowed >= 1024) return { ...base, state: "ok" };
  const remedy = `${clusters} clusters fit; for more, run: sysctl fs.inotify.max_user_instances=1024`;
  return { ...base, state: "warning", remedy };
}

/** What the kernel could give, page cache included, where it says so. */
function memoryAvailable(): number {
  try {
    const kilobytes = /^MemAvailable:\s+(\d+) kB/m.exec(readFileSync("/proc/meminfo", "utf8"))?.[1];
    return kilobytes === undefined ? freemem() : Number(kilobytes) * 1024;
  } catch {
    return freemem();
  }
}

/** Measured: Go's own caches take 7 GiB for all components, the finished ones half of one. */
export async function disk(builtAlready: boolean): Promise<Finding> {
  const needed = builtAlready ? 2 : 8;
  const path = await firstExisting(cacheDirectory());
  const { bavail, bsize } = await statfs(path);
  const free = bavail * bsize;
  const base = { requirement: `disk: ${needed} GiB free`, neededFor: builtAlready ? forLocal : "building Kubernetes" };
  const found = `${inGiB(free)} free at ${path}`;
  if (free >= GiB(needed)) return { ...base, state: "ok", found };
  const remedy = "free some space, or let XDG_CACHE_HOME and GOCACHE name folders on a larger disk";
  return { ...base, state: free >= GiB(1) ? "warning" : "missing", found, remedy };
}

async function firstExisting(path: string): Promise<string> {
  return await statfs(path).then(
    () => path,
    () => firstExisting(dirname(path)),
  );
}
