import { clustersWithCgroups } from "./cgroups.ts";
import { cleanUp } from "./janitor.ts";
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
  for (const id of dead) await cleanUp(id);
  const names = await danglingNames();
  for (const name of names) await releaseName(name);
  return [...dead, ...names];
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
