import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { cacheDirectory } from "../toolchain/index.ts";
import { indexVersion } from "./store/schema.ts";

interface Cache {
  readonly cache?: string | undefined;
  readonly environment?: NodeJS.ProcessEnv | undefined;
}

/** Where indexes are kept. */
export function cacheOf({ cache, environment }: Cache): string {
  return cache ?? join(cacheDirectory(environment), "snapshots");
}

/** What stays without being asked for. */
const usual = { bytes: 20 * 1024 ** 3, days: 30 };
const dayMs = 24 * 3_600_000;
/** What is this old and unfinished belongs to nobody who is still at work. */
const unfinishedMs = 6 * 3_600_000;

export interface Pruned {
  readonly removed: number;
  readonly bytes: number;
  readonly kept: number;
}

/**
 * Removes indexes of older versions, those that nobody asked for in a while, the longest unused beyond a size, and notes
 * about any of them. Who has one open keeps it until it is closed; who wants it again has it built again.
 */
export async function pruneIndexes(
  options: Cache & { readonly mostBytes?: number | undefined; readonly unusedDays?: number | undefined } = {},
): Promise<Pruned> {
  const { mostBytes = usual.bytes, unusedDays = usual.days } = options;
  const cache = cacheOf(options);
  await removeUnfinished(cache);
  const indexes = await indexesIn(cache);
  let [removed, bytes, room] = [0, 0, mostBytes];
  for (const { path, isCurrent, size, used } of indexes) {
    if (isCurrent && size <= room && Date.now() - used <= unusedDays * dayMs) {
      room -= size;
      continue;
    }
    await rm(path, { force: true });
    [removed, bytes] = [removed + 1, bytes + size];
  }
  await removeNotes(cache);
  return { removed, bytes, kept: indexes.length - removed };
}

/** What a killed process left half-made. */
async function removeUnfinished(cache: string): Promise<void> {
  const names = await readdir(cache).catch(() => []);
  for (const name of names.filter((each) => /^(partial|unpacked)-/.test(each))) {
    const found = await stat(join(cache, name)).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > unfinishedMs)
      await rm(join(cache, name), { recursive: true, force: true });
  }
}

/** Last used first. */
async function indexesIn(cache: string) {
  const found = [];
  for (const name of await readdir(cache).catch(() => [])) {
    const [, version] = /^[0-9a-f]{64}-v(\d+)\.duckdb$/.exec(name) ?? [];
    const path = join(cache, name);
    const known = version === undefined ? undefined : await stat(path).catch(() => undefined);
    if (known === undefined) continue;
    found.push({ path, isCurrent: Number(version) === indexVersion, size: known.size, used: known.mtimeMs });
  }
  return found.sort((a, b) => b.used - a.used);
}

/** Notes that lead to no index. */
async function removeNotes(cache: string): Promise<void> {
  const folder = join(cache, "seen");
  for (const name of await readdir(folder).catch(() => [])) {
    const text = await readFile(join(folder, name), "utf8").catch(() => "");
    const [, digest = ""] = /"digest":"([0-9a-f]{64})"/.exec(text) ?? [];
    const index = join(cache, `${digest}-v${indexVersion}.duckdb`);
    if (!(await stat(index).catch(() => undefined))) await rm(join(folder, name), { force: true });
  }
}
