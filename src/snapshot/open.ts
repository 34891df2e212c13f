import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, realpath, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../problem/index.ts";
import { type Report, withLock } from "../process/index.ts";
import { defaultLimits, type Limits } from "./limits.ts";
import { SnapshotProblem } from "./problem.ts";
import { cacheOf, pruneIndexes } from "./prune.ts";
import {
  arrange,
  checkDigests,
  digestOf,
  filesBelow,
  isArchive,
  readManifest,
  remarksOf,
  type SourceFile,
  unpack,
} from "./source/index.ts";
import { build } from "./store/build.ts";
import { indexVersion } from "./store/schema.ts";
import { Store } from "./store/store.ts";

export interface OpenOptions {
  /** Where indexes are kept; below the user's cache unless told. */
  readonly cache?: string | undefined;
  readonly environment?: NodeJS.ProcessEnv | undefined;
  readonly limits?: Limits | undefined;
  /** How long a question may take. */
  readonly patienceMs?: number | undefined;
  readonly report?: Report | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Opens a snapshot to be asked: a directory or an archive, in any of the known layouts. */
export async function openSnapshot(path: string, options: OpenOptions = {}): Promise<Store> {
  return await Store.open(await indexSnapshot(path, options), options.patienceMs);
}

/** Of what a snapshot holds, its labels aside: two with the same digest are the same incident. */
export async function digestOfSnapshot(path: string, options: OpenOptions = {}): Promise<string> {
  const { limits = defaultLimits } = options;
  return await withTree(path, options, async (files) => (await digestOf(arrange(files, path).data, limits)).digest);
}

/**
 * Where a snapshot's index is. The first time it is built; after that it is found by the digest of what the snapshot
 * holds.
 */
async function indexSnapshot(path: string, options: OpenOptions): Promise<string> {
  const { limits = defaultLimits, report = () => {}, signal = new AbortController().signal } = options;
  const cache = cacheOf(options);
  const remembered = await rememberedIndex(path, cache, limits);
  if (remembered.index !== undefined) return await used(remembered.index);
  await pruneIndexes({ cache });
  return await withTree(path, options, async (files) => {
    const arranged = arrange(files, path);
    const digested = await digestOf(arranged.data, limits);
    const said = await readManifest(files, limits);
    checkDigests(said, digested);
    const index = join(cache, `${digested.digest}-v${indexVersion}.duckdb`);
    await withLock(
      join(cache, "locks", `${digested.digest}.lock`),
      async () => {
        if (await exists(index)) return;
        // Under another name until all of it is there: a half-finished index must never look finished.
        const partial = join(cache, `partial-${randomUUID()}.duckdb`);
        try {
          await build(partial, arranged, digested, { remarks: remarksOf(said), limits, report, signal });
          await rename(partial, index);
        } finally {
          for (const ending of ["", ".wal", ".tmp"]) await rm(partial + ending, { recursive: true, force: true });
        }
      },
      { signal },
    );
    await remember(remembered, digested.digest);
    return await used(index);
  });
}

/** The files of a snapshot; those of an archive exist for as long as `work` does. `wanted` spares what is not needed. */
export async function withTree<T>(
  path: string,
  options: OpenOptions,
  work: (files: readonly SourceFile[], root: string) => Promise<T>,
  wanted?: (path: string) => boolean,
): Promise<T> {
  const { limits = defaultLimits } = options;
  if (!(await isDirectory(path))) {
    if (!isArchive(path)) {
      throw new SnapshotProblem("NO_SUCH_SNAPSHOT", `${path}: expected a directory or an archive, found another file`, {
        hint: "archives end with .tar.zst or .tar.gz",
      });
    }
    const scratch = join(cacheOf(options), `unpacked-${randomUUID()}`);
    try {
      await mkdir(scratch, { recursive: true, mode: 0o700 });
      await unpack(path, scratch, limits, wanted);
      const root = await innermost(scratch);
      return await work(await filesBelow(root, limits), root);
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  }
  return await work(await filesBelow(path, limits), path);
}

/** Whoever prunes goes by when an index was last asked for. */
async function used(index: string): Promise<string> {
  await utimes(index, new Date(), new Date()).catch(() => {});
  return index;
}

/** Many archives hold one folder with everything in it. */
async function innermost(folder: string): Promise<string> {
  const [only, ...others] = await readdir(folder, { withFileTypes: true });
  if (only === undefined || others.length > 0 || !only.isDirectory()) return folder;
  return /^(alerts|metrics|raw|lite|truth)/.test(only.name) ? folder : join(folder, only.name);
}

interface Remembered {
  readonly note: string;
  readonly stamp: string;
  readonly index?: string;
}

/** Reading gigabytes for a digest takes seconds; files that nobody wrote to since have the digest they had. */
async function rememberedIndex(path: string, cache: string, limits: Limits): Promise<Remembered> {
  const real = await realpath(path).catch((cause: unknown) => {
    throw new SnapshotProblem("NO_SUCH_SNAPSHOT", `${path}: ${messageOf(cause)}`, { cause });
  });
  const hash = createHash("sha256");
  if (await isDirectory(real)) {
    for (const { path: name, stamp } of await filesBelow(real, limits))
      hash.update(`${JSON.stringify([name, stamp])}\n`);
  } else {
    const { size, mtimeNs, ino } = await stat(real, { bigint: true });
    hash.update(`${size}-${mtimeNs}-${ino}`);
  }
  const stamp = hash.digest("hex");
  const note = join(cache, "seen", `${createHash("sha256").update(real).digest("hex")}.json`);
  try {
    const known = JSON.parse(await readFile(note, "utf8"));
    const index = join(cache, `${known.digest}-v${indexVersion}.duckdb`);
    if (known.stamp === stamp && /^[0-9a-f]{64}$/.test(known.digest) && (await exists(index)))
      return { note, stamp, index };
  } catch {
    // Not seen yet, or the note is damaged: then the files are read.
  }
  return { note, stamp };
}

async function remember({ note, stamp }: Remembered, digest: string): Promise<void> {
  await mkdir(join(note, ".."), { recursive: true });
  const partial = `${note}.${randomUUID()}.partial`;
  await writeFile(partial, JSON.stringify({ stamp, digest }));
  await rename(partial, note);
}

async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (cause) {
    throw new SnapshotProblem("NO_SUCH_SNAPSHOT", `${path}: ${messageOf(cause)}`, { cause });
  }
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
