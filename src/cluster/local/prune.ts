import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "../../process/index.ts";
import { clustersWithCgroups } from "./cgroups.ts";
import { clusterPaths } from "./paths.ts";
import { allRecords, danglingNames, isAlive, namesDirectory, releaseName } from "./record.ts";

/**
 * Removes what clusters left whose owner is gone: after a power failure, or when somebody killed even the janitor.
 * Returns what was removed.
 */
export async function pruneClusters(): Promise<string[]> {
  const records = await allRecords();
  const alive = new Set(records.filter(({ record }) => record && isAlive(record.owner)).map(({ id }) => id));
  const dead = new Set(records.map(({ id }) => id).filter((id) => !alive.has(id)));
  for (const id of clustersWithCgroups()) {
    const isOurs = alive.has(id) || (id.startsWith("store-") && isRunning(Number(id.slice("store-".length))));
    if (!isOurs) dead.add(id);
  }
  const script = join(dirname(fileURLToPath(import.meta.url)), "janitor.sh");
  for (const id of dead) await run("sh", [script, id, clusterPaths(id).directory, namesDirectory()]);
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
