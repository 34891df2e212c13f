import { existsSync } from "node:fs";
import { readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { withLock } from "../../process/index.ts";
import { stateDirectory } from "./paths.ts";
import { allRecords } from "./record.ts";

/** How long a store that was chosen may go without a cluster's record that names it. */
const graceMs = 10 * 60_000;
export const storesDirectory = () => join(stateDirectory(), "stores");
/** Held by whoever makes or removes stores. */
export const storesLock = () => join(storesDirectory(), ".lock");
/** How the name of a store begins while it is being made. */
export const unfinished = ".new-";

/** What a store holds: the manifest's digest of each reference. */
export type Contents = Readonly<Record<string, string>>;

/** Raise it when stores are made in another way: older ones are then left to the clusters that use them. */
const ourMake = 2;
const contentsFile = "contents.json";

interface StoreFile {
  readonly make?: number;
  readonly images?: Contents;
}

/** Written last: without it a directory is no store. */
export async function writeContents(store: string, images: Contents): Promise<void> {
  await writeFile(join(store, contentsFile), JSON.stringify({ make: ourMake, images } satisfies StoreFile));
}

/** The fullest store that has all of `wanted`. */
export async function bestStore(wanted: Contents): Promise<string | undefined> {
  const stores: { path: string; size: number }[] = [];
  for (const name of await readdir(storesDirectory()).catch(() => [] as string[])) {
    const path = join(storesDirectory(), name);
    if (name.startsWith(".") || !existsSync(join(path, contentsFile))) continue;
    const { make, images: has } = JSON.parse(await readFile(join(path, contentsFile), "utf8")) as StoreFile;
    if (make !== ourMake || has === undefined) continue;
    if (Object.entries(wanted).every(([reference, digest]) => has[reference] === digest)) {
      stores.push({ path, size: Object.keys(has).length });
    }
  }
  const best = stores.sort((a, b) => b.size - a.size)[0]?.path;
  // Marks it as wanted until the cluster's record says so.
  if (best) await utimes(best, new Date(), new Date());
  return best;
}

/** Removes the stores that no cluster uses or is about to use, and what makers left that were killed; their names. */
export async function pruneStores(): Promise<string[]> {
  if (!existsSync(storesDirectory())) return [];
  return withLock(storesLock(), async () => removeUnused(await newest()), {});
}

/** Whoever calls holds the lock: nobody else makes a store now. */
export async function removeUnused(kept: string | undefined): Promise<string[]> {
  const used = new Set((await allRecords()).map(({ record }) => record?.store));
  const removed: string[] = [];
  for (const name of await readdir(storesDirectory())) {
    const path = join(storesDirectory(), name);
    if (path === kept || used.has(path) || (name.startsWith(".") && !name.startsWith(unfinished))) continue;
    const wanted = !name.startsWith(unfinished) && Date.now() - (await stat(path)).mtimeMs < graceMs;
    if (wanted) continue;
    await rm(path, { recursive: true, force: true });
    removed.push(name);
  }
  return removed;
}

/** The store that was last made or chosen: the next cluster will probably ask for it. */
async function newest(): Promise<string | undefined> {
  const stores: { path: string; time: number }[] = [];
  for (const name of await readdir(storesDirectory())) {
    const path = join(storesDirectory(), name);
    if (!name.startsWith(".")) stores.push({ path, time: (await stat(path)).mtimeMs });
  }
  return stores.sort((a, b) => b.time - a.time)[0]?.path;
}
