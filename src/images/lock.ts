import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

const SQLITE_BUSY = 5;

/**
 * Runs `work` while nobody else on this machine does under the same path; waits for its turn. An exclusive SQLite
 * transaction is the lock: the kernel ends it together with the process that held it, so it cannot be left behind.
 */
export async function withLock<T>(path: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  await mkdir(dirname(path), { recursive: true });
  const database = new DatabaseSync(path);
  try {
    while (!took(database)) await sleep(50, undefined, signal ? { signal } : {});
    return await work();
  } finally {
    database.close();
  }
}

function took(database: DatabaseSync): boolean {
  try {
    database.exec("BEGIN EXCLUSIVE");
    return true;
  } catch (thrown) {
    if (thrown instanceof Error && "errcode" in thrown && thrown.errcode === SQLITE_BUSY) return false;
    throw thrown;
  }
}
