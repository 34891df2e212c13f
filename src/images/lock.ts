import { randomUUID } from "node:crypto";
import { link, mkdir, readFile, readlink, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const BEAT_MS = 2_000;
const SILENT_MS = 20_000;

/** Runs `work` while nobody else on this machine does under the same path; waits for its turn. */
export async function withLock<T>(path: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  await mkdir(dirname(path), { recursive: true });
  const mine = `${path}.${randomUUID()}`;
  await writeFile(mine, JSON.stringify(await self()));
  try {
    while (!(await take(mine, path))) {
      signal?.throwIfAborted();
      await clearIfDead(path);
      await sleep(50, undefined, signal ? { signal } : {});
    }
  } finally {
    await rm(mine, { force: true });
  }
  // Owners in another pid namespace cannot look us up: the file's time tells them that we live.
  const beat = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => {}), BEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    await rm(path, { force: true });
  }
}

/** A hard link is made at once and with its content, or not at all. */
async function take(mine: string, path: string): Promise<boolean> {
  try {
    await link(mine, path);
    return true;
  } catch (thrown) {
    if (isCode(thrown, "EEXIST")) return false;
    throw thrown;
  }
}

async function clearIfDead(path: string): Promise<void> {
  const before = await owner(path);
  if (before === undefined || (await isAlive(path, before))) return;
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch (thrown) {
    if (isCode(thrown, "ENOENT")) return;
    throw thrown;
  }
  // Another waiter may have cleared the dead lock and taken its own between our look and our rename: give that back.
  if ((await owner(aside)) !== before) await take(aside, path);
  await rm(aside, { force: true });
}

async function isAlive(path: string, record: string): Promise<boolean> {
  const { pid, began, space } = parse(record);
  if (space === (await pidSpace())) return pid !== undefined && began !== undefined && (await beginOf(pid)) === began;
  const age = await stat(path).then(
    (found) => Date.now() - found.mtimeMs,
    () => 0,
  );
  return age < SILENT_MS;
}

async function self(): Promise<{ pid: number; began: string | undefined; space: string; nonce: string }> {
  return { pid: process.pid, began: await beginOf(process.pid), space: await pidSpace(), nonce: randomUUID() };
}

function parse(record: string): { pid?: number; began?: string; space?: string } {
  try {
    return JSON.parse(record);
  } catch {
    return {}; // Not one of ours: judged by its age alone.
  }
}

async function pidSpace(): Promise<string> {
  const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8");
  return `${boot.trim()} ${await readlink("/proc/self/ns/pid")}`;
}

/** The start time of a process: a number that is used again is another process. */
async function beginOf(pid: number): Promise<string | undefined> {
  try {
    const line = await readFile(`/proc/${pid}/stat`, "utf8");
    return line.slice(line.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined;
  }
}

async function owner(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (thrown) {
    if (isCode(thrown, "ENOENT")) return undefined;
    throw thrown;
  }
}

function isCode(thrown: unknown, code: string): boolean {
  return thrown instanceof Error && "code" in thrown && thrown.code === code;
}
