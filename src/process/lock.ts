import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * One holder at a time among all processes of the machine. SQLite's own file lock is used because the kernel drops it
 * with the process that held it, however that ended: there is no stale lock to recognise, and no process id to mistake.
 */
export async function withLock<T>(
  path: string,
  work: () => Promise<T>,
  options: { signal?: AbortSignal | undefined; whileWaiting?: () => void } = {},
): Promise<T> {
  await mkdir(dirname(path), { recursive: true });
  const database = new DatabaseSync(path);
  try {
    while (!tryToHold(database)) {
      options.whileWaiting?.();
      await sleep(100, undefined, options.signal ? { signal: options.signal } : {});
    }
    return await work();
  } finally {
    database.close(); // Also lets go of the lock.
  }
}

function tryToHold(database: DatabaseSync): boolean {
  try {
    database.exec("BEGIN EXCLUSIVE");
    return true;
  } catch (error) {
    const busy = 5;
    if (error instanceof Error && "errcode" in error && error.errcode === busy) return false;
    throw error;
  }
}
