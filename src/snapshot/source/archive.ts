import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline, Transform } from "node:stream";
import { constants, createGunzip, createZstdDecompress } from "node:zlib";
import { messageOf } from "../../problem/index.ts";
import type { Limits } from "../limits.ts";
import { badFile, SnapshotProblem } from "../problem.ts";
import { readTar } from "./tar.ts";
import { tooLarge, wrongPath } from "./tree.ts";

export function isArchive(path: string): boolean {
  return /\.tar\.(zst|gz)$|\.tgz$/i.test(path);
}

/**
 * Unpacks a snapshot into a directory of our own. Whoever made the archive chose its names, its types and its compression,
 * so each is looked at before a byte is written, and how much comes out is held against what went in.
 */
export async function unpack(
  archive: string,
  into: string,
  limits: Limits,
  wanted: (path: string) => boolean = () => true,
): Promise<void> {
  const { size } = await stat(archive).catch((cause: unknown) => {
    throw new SnapshotProblem("NO_SUCH_SNAPSHOT", `${archive}: ${messageOf(cause)}`, { cause });
  });
  const most = Math.min(limits.totalBytes, limits.growthAllowance + size * limits.growth);
  let files = 0;
  const known = new Set<string>();
  let file: FileHandle | undefined;
  try {
    await readTar(decompressed(archive, most), archive, async ({ path, type, size: bytes }) => {
      const where = `${archive}: ${JSON.stringify(path)}`;
      const wrong = wrongPath(path, limits);
      if (wrong) throw badFile(where, wrong);
      files += 1;
      if (files > limits.files) throw tooLarge(`${archive}: expected at most ${limits.files} members, found more`);
      if (bytes > most) throw tooLarge(`${where}: expected at most ${most} bytes, found ${bytes}`);
      if (type === "folder") return undefined;
      // Case matters on one file system and not on the next: two such names would be one file here or there.
      if (known.has(path.toLowerCase())) throw badFile(where, "found twice");
      known.add(path.toLowerCase());
      await file?.close();
      file = wanted(path) ? await create(join(into, path)) : undefined;
      const target = file;
      return target && ((part) => target.writeFile(part));
    });
  } catch (thrown) {
    if (thrown instanceof SnapshotProblem) throw thrown;
    throw badFile(archive, `damaged: ${messageOf(thrown)}`, thrown);
  } finally {
    await file?.close();
  }
}

/** Opens a new file, never one that is there. */
async function create(path: string): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true });
  return await open(path, "wx", 0o600);
}

/** The archive's content, ended with a problem as soon as more of it comes than may. */
function decompressed(archive: string, most: number): AsyncIterable<Uint8Array> {
  const opened = /\.zst$/i.test(archive)
    ? // A larger window would let a few bytes claim gigabytes of memory.
      createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: 27 } })
    : createGunzip();
  let total = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      total += chunk.length;
      if (total > most) done(tooLarge(`${archive}: expected at most ${most} bytes within, found more`));
      else done(null, chunk);
    },
  });
  // Errors of any part end the last one, which is the one that is read.
  pipeline(createReadStream(archive), opened, counted, () => {});
  return counted;
}
