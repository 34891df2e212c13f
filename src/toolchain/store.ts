import { mkdir, readdir, rename, rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import type { Component, Obtained, Source } from "./component.ts";
import { cacheDirectory } from "./directories.ts";
import { damage, type Manifest, readManifest, seal, sync } from "./manifest.ts";

/** A component's place in the cache. */
export interface Place {
  readonly component: Component;
  readonly key: string;
  readonly folder: string;
  readonly lock: string;
  /** The owner of the lock writes its latest news there, for those who wait. */
  readonly news: string;
}

export function placeOf(component: Component, key: string): Place {
  const cache = cacheDirectory();
  const name = `${component.name}-${component.version}-${key}`;
  return {
    component,
    key,
    folder: join(cache, "components", name),
    lock: join(cache, "locks", `${name}.lock`),
    news: join(cache, "locks", `${name}.news`),
  };
}

/** The finished component, or why it cannot be used: a place without a manifest was never finished. */
export async function lookUp(place: Place, look: "quick" | "full"): Promise<Obtained | { damage: string } | undefined> {
  const manifest = await readManifest(place.folder);
  if (!manifest) return (await readdir(place.folder).catch(() => undefined)) ? { damage: "no manifest" } : undefined;
  const found = await damage(place.folder, manifest, look);
  return found ? { damage: found } : describe(place, manifest);
}

function describe({ component, folder }: Place, manifest: Manifest): Obtained {
  const directory = join(folder, "bin");
  const bin = Object.fromEntries(component.programs.map((program) => [program, join(directory, program)]));
  return { name: component.name, version: manifest.version, directory, bin, from: manifest.from };
}

/** Notes that a component was used just now, for whoever prunes. A cache that we may only read is not pruned by us. */
export async function markUsed({ folder }: Place): Promise<void> {
  await utimes(folder, new Date(), new Date()).catch(() => {});
}

/** An empty folder to work in. Whoever calls holds the lock, so what an earlier, killed owner left may go. */
export async function scratch(place: Place): Promise<string> {
  const folder = join(cacheDirectory(), "unfinished", `${place.component.name}-${place.key}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return folder;
}

interface About {
  readonly version: string;
  readonly from: Source;
}

/** Makes a filled folder the component: sealed first, then put in place in one step. */
export async function publish(place: Place, folder: string, about: About): Promise<Obtained> {
  await seal(folder, { name: place.component.name, key: place.key, ...about });
  const parent = join(cacheDirectory(), "components");
  await mkdir(parent, { recursive: true });
  await rm(place.folder, { recursive: true, force: true });
  await rename(folder, place.folder);
  await sync(parent);
  const done = await lookUp(place, "quick");
  if (!done || "damage" in done) throw new Error(`${place.folder}: changed while it was being put in place`);
  return done;
}
