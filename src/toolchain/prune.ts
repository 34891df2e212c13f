import { readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { cacheDirectory, makeCacheFolder } from "./directories.ts";
import { ourShelf, type Shelf } from "./obtain.ts";
import { recipeKey } from "./recipe.ts";
import { placeOf } from "./store.ts";

export interface PruneOptions {
  /** What was used after this moment stays, whoever used it: other versions of Airworthy share the cache. */
  readonly unusedSince: Date;
  /** Folders that programs run from. */
  readonly inUse?: readonly string[];
}

/** Removes components that this version does not name and nobody used lately; their names. */
export async function pruneComponents(options: PruneOptions, shelf: Shelf = ourShelf()): Promise<string[]> {
  const { inUse = [] } = options;
  const ours = new Set(
    shelf.components.map((component) => placeOf(component, recipeKey(component, shelf.root)).folder),
  );
  const needed = (folder: string) => ours.has(folder) || inUse.some((path) => `${path}/`.startsWith(`${folder}/`));
  const removed: string[] = [];
  for (const [name, folder] of await unused("components", options)) {
    if (needed(folder)) continue;
    // Out of sight in one step: half a component must never be found.
    const away = join(makeCacheFolder("unfinished"), `removed-${name}`);
    await rename(folder, away);
    await rm(away, { recursive: true, force: true });
    removed.push(name);
  }
  // Work that was never finished. Whoever is still at it began later than that.
  for (const [, folder] of await unused("unfinished", options)) await rm(folder, { recursive: true, force: true });
  return removed;
}

async function unused(folder: string, { unusedSince }: PruneOptions): Promise<[name: string, path: string][]> {
  const found: [string, string][] = [];
  for (const name of await readdir(join(cacheDirectory(), folder)).catch(() => [] as string[])) {
    const path = join(cacheDirectory(), folder, name);
    const age = await stat(path).catch(() => undefined); // Somebody else may prune too.
    if (age && age.mtime < unusedSince) found.push([name, path]);
  }
  return found.sort();
}
