import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, readSync } from "node:fs";
import { access, mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { diskProblem } from "./disk.ts";

/** A new name survives a power failure only once its directory is synced. Windows has no such step. */
export async function syncDirectory(path: string): Promise<void> {
  if (process.platform === "win32") return;
  await using directory = await open(path, "r");
  await directory.sync();
}

/** The same for those who hold the lock and must not let go of it meanwhile. */
export function syncDirectoryNow(path: string): void {
  if (process.platform === "win32") return;
  const directory = openSync(path, "r");
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}

/** Makes a directory and those above it, to stay, for our user alone. */
export async function makeDirectory(path: string): Promise<void> {
  const there = await access(path).then(
    () => true,
    () => false,
  );
  if (there) return;
  await makeDirectory(dirname(path));
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have been faster.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw diskProblem(error, path);
  }
  await syncDirectory(dirname(path));
}

/** Puts a whole file in place at once, to stay: whoever reads sees all of the old one or all of the new one. */
export async function placeFile(path: string, bytes: Uint8Array, mode = 0o640): Promise<void> {
  await placeDerivedFile(path, bytes, mode);
  await syncDirectory(dirname(path));
}

/** The same for what can be made again: after a power failure it may be gone or an older one, but never half of one. */
export async function placeDerivedFile(path: string, bytes: Uint8Array, mode = 0o640): Promise<void> {
  const unfinished = await unfinishedFile(path, bytes, mode);
  try {
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw diskProblem(error, path);
  }
}

/** The file under another name beside its place, on disk to stay. */
export async function unfinishedFile(path: string, bytes: Uint8Array, mode: number): Promise<string> {
  const unfinished = join(dirname(path), `.unfinished-${randomBytes(8).toString("hex")}`);
  await makeDirectory(dirname(path));
  try {
    await writeFile(unfinished, bytes, { flag: "wx", flush: true, mode });
  } catch (error) {
    await rm(unfinished, { force: true });
    throw diskProblem(error, path);
  }
  return unfinished;
}

/** That many bytes from there, or fewer where the file ends. */
export function readAt(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let read = 0;
  while (read < length) {
    const more = readSync(file, bytes, read, length - read, offset + read);
    if (more === 0) break;
    read += more;
  }
  return bytes.subarray(0, read);
}
