import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type BuildOptions, keyOfPlanned } from "./build.ts";
import { blobPath, type Cache, cacheAt, stampOf } from "./cache.ts";
import { keptPlan, memoPath, planPath } from "./inputs.ts";
import { readRecord, recordPath } from "./record.ts";
import { loadAll } from "./resolve.ts";

export interface PruneOptions extends Pick<BuildOptions, "binaries" | "cacheRoot" | "recipes"> {
  /** What was used after this moment stays. */
  readonly unusedSince: Date;
}

/**
 * Removes what no image of today's recipes is made of and nobody used lately: images of older recipes or binaries,
 * packages that newer ones replaced, what came from a registry. Returns how many bytes that was. Should somebody need it
 * after all, it is made or fetched again.
 */
export async function pruneImages(options: PruneOptions): Promise<number> {
  const cache = cacheAt(options.cacheRoot);
  const kept = await partsOfToday(cache, options);
  let bytes = await removeUnused(cache.built, kept, options.unusedSince);
  // Blobs after the records that name them: what is still built keeps all its layers.
  for (const name of await readdir(cache.built).catch(() => [] as string[])) {
    const blobs = await readRecord(join(cache.built, name));
    for (const { digest } of blobs ?? []) kept.add(blobPath(cache, digest));
  }
  for (const folder of [cache.blobs, cache.debs, cache.plans, cache.upstream]) {
    bytes += await removeUnused(folder, kept, options.unusedSince);
  }
  return bytes;
}

/** The files of the cache that today's recipes lead to, but for blobs. */
async function partsOfToday(cache: Cache, options: PruneOptions): Promise<Set<string>> {
  const parts = new Set<string>();
  for (const recipe of await loadAll(options.recipes)) {
    parts.add(planPath(cache, recipe));
    for (const { sha256 } of (await keptPlan(cache, recipe)) ?? []) parts.add(join(cache.debs, `${sha256}.deb`));
    const key = await keyOfPlanned(cache, recipe, options);
    if (key !== undefined) parts.add(recordPath(cache, key));
  }
  for (const binary of Object.values(options.binaries ?? {})) parts.add(memoPath(cache, (await stampOf(binary)) ?? ""));
  return parts;
}

async function removeUnused(folder: string, kept: ReadonlySet<string>, unusedSince: Date): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(folder).catch(() => [] as string[])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined); // Somebody else may prune too.
    if (!found || kept.has(path) || found.mtime >= unusedSince) continue;
    await rm(path, { recursive: true, force: true });
    bytes += found.size;
  }
  return bytes;
}
