import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";

/** Where everything of this room is kept. Content-addressed; a file that has its final name is complete. */
export interface Cache {
  readonly root: string;
  readonly blobs: string;
  readonly debs: string;
  readonly plans: string;
  readonly built: string;
  readonly locks: string;
  /** What is known of manifests that came from a registry. */
  readonly upstream: string;
  /** apt's own parsed index. */
  readonly apt: string;
}

export function cacheAt(root = defaultRoot()): Cache {
  const at = (name: string) => join(root, name);
  return {
    root,
    blobs: at("blobs/sha256"),
    debs: at("debs"),
    plans: at("plans"),
    built: at("built"),
    locks: at("locks"),
    upstream: at("upstream"),
    apt: at("apt"),
  };
}

function defaultRoot(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "airworthy", "images");
}

export interface Blob {
  /** sha256:… */
  readonly digest: string;
  readonly size: number;
}

export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash);
  return hash.digest("hex");
}

export function blobPath(cache: Cache, digest: string): string {
  if (!/^sha256:[0-9a-f]{64}$/.test(digest)) throw new TypeError(`not a sha256 digest: ${digest}`);
  return join(cache.blobs, digest.slice("sha256:".length));
}

/** Writes a whole file under a name nobody looks for, then gives it its name: readers never see a part of it. */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const partial = `${path}.${randomUUID()}.partial`;
  try {
    await writeFile(partial, content);
    await rename(partial, path);
  } finally {
    await rm(partial, { force: true });
  }
}

export async function putBlob(cache: Cache, content: Uint8Array): Promise<Blob> {
  const digest = `sha256:${sha256(content)}`;
  await writeWhole(blobPath(cache, digest), content);
  return { digest, size: content.length };
}

/** Stores what `chunks` yields; when `expected` is given, other bytes are refused and nothing is kept. */
export async function putStream(
  cache: Cache,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  expected?: string,
): Promise<Blob | { readonly mismatch: string }> {
  await mkdir(cache.blobs, { recursive: true });
  const partial = join(cache.blobs, `${randomUUID()}.partial`);
  const hash = createHash("sha256");
  let size = 0;
  try {
    {
      await using file = await open(partial, "wx");
      for await (const chunk of chunks) {
        hash.update(chunk);
        size += chunk.length;
        await file.writeFile(chunk);
      }
    }
    const digest = `sha256:${hash.digest("hex")}`;
    if (expected !== undefined && digest !== expected) return { mismatch: digest };
    await rename(partial, blobPath(cache, digest));
    return { digest, size };
  } finally {
    await rm(partial, { force: true });
  }
}

/** Removes what a killed process left half-written; files this old belong to nobody who is still at work. */
export async function sweep(cache: Cache, olderThanMs = 6 * 3_600_000): Promise<void> {
  for (const directory of [cache.blobs, cache.debs, cache.built, cache.plans]) {
    const names = await readdir(directory).catch(() => []);
    for (const name of names.filter((each) => each.endsWith(".partial") || each.startsWith("partial-"))) {
      const path = join(directory, name);
      const found = await stat(path).catch(() => undefined);
      if (found && Date.now() - found.mtimeMs > olderThanMs) await rm(path, { recursive: true, force: true });
    }
  }
}

export async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined; // damaged: as good as absent, it will be made again
    if (thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT") return undefined;
    throw thrown;
  }
}

/** Changes whenever somebody writes the file; cheap to take, unlike a digest. */
export async function stampOf(path: string): Promise<string | undefined> {
  try {
    const { size, mtimeNs, ino } = await stat(path, { bigint: true });
    return `${size}-${mtimeNs}-${ino}`;
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT") return undefined;
    throw thrown;
  }
}
