import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { clustersWithCgroups } from "./cgroups.ts";
import { cleanUp } from "./janitor.ts";
import { clusterPaths, logsDirectory } from "./paths.ts";
import { allRecords, danglingNames, isAlive, releaseName } from "./record.ts";

/**
 * Removes what clusters left whose owner is gone: after a power failure, or when somebody killed even the janitor.
 * Returns what was removed.
 */
export async function pruneClusters(): Promise<string[]> {
  // Cgroups first: a cluster that starts while we look has its record before its cgroups.
  const inCgroups = clustersWithCgroups();
  const records = await allRecords();
  const alive = new Set(records.filter(({ record }) => record && isAlive(record.owner)).map(({ id }) => id));
  const dead = new Set(records.map(({ id }) => id).filter((id) => !alive.has(id)));
  for (const id of inCgroups) {
    const isOurs = alive.has(id) || (id.startsWith("store-") && isRunning(Number(id.slice("store-".length))));
    if (!isOurs) dead.add(id);
  }
  for (const id of dead) {
    await cleanUp(id);
    await rm(clusterPaths(id).log, { force: true });
  }
  for (const file of await readdir(logsDirectory()).catch(() => [] as string[])) {
    if (!alive.has(file.replace(/\.log$/, ""))) await removeOldLog(join(logsDirectory(), file));
  }
  const names = await danglingNames();
  for (const name of names) await releaseName(name);
  return [...dead, ...names];
}

/** Of a cluster that failed: kept for a while, for whoever asks why. A new one may be that of a cluster about to start. */
async function removeOldLog(path: string): Promise<void> {
  const { mtimeMs } = await stat(path);
  if (Date.now() - mtimeMs > 24 * 60 * 60_000) await rm(path, { force: true });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
