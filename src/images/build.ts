import { join } from "node:path";
import { type Report, withLock } from "../process/index.ts";
import type { Package } from "./apt.ts";
import { addBytecode } from "./bytecode.ts";
import { type Blob, blobPath, type Cache, cacheAt, putBlob, sha256, sweep } from "./cache.ts";
import { fetchDebs } from "./debs.ts";
import { type Binaries, binaryDigest, keptPlan, needsBinary, packagePlan, recipeDigest } from "./inputs.ts";
import { writeFileLayer, writeLayer } from "./layer.ts";
import { imageConfig, imageManifest } from "./oci.ts";
import { ImageProblem } from "./problem.ts";
import { loadRecipe, type Recipe } from "./recipe.ts";
import { recall, remember } from "./record.ts";
import { placeOf, rootfs } from "./rootfs.ts";

/** Part of every key: raise it when the same inputs shall give another image. */
const BUILDER = 1;

export interface BuildOptions {
  /** The toolchain's binaries by name (`kube`, `traefik`); recipes that name a program of one need it. */
  readonly binaries?: Binaries | undefined;
  readonly report?: Report | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly cacheRoot?: string | undefined;
  /** The directory of recipes, if not the package's own. */
  readonly recipes?: string | undefined;
  /** Asks apt for today's versions instead of those the last build used. */
  readonly refresh?: boolean | undefined;
}

export interface BuiltImage {
  readonly recipe: Recipe;
  /** Of the manifest: what a registry calls the image's digest. */
  readonly digest: string;
  readonly configDigest: string;
  /** Bytes of all layers. */
  readonly size: number;
  readonly manifest: Blob;
  readonly config: Blob;
  readonly layers: readonly Blob[];
  readonly packages: readonly Package[];
  /** The directory in which every blob lies under its digest's hex digits. */
  readonly blobs: string;
}

/** Builds an image, or finds it built. The same recipe, packages and binary always give the same digest. */
export async function buildImage(name: string, options: BuildOptions = {}): Promise<BuiltImage> {
  const cache = cacheAt(options.cacheRoot);
  const recipe = await loadRecipe(name, options.recipes);
  const digest = await binaryDigest(cache, recipe, options.binaries ?? {});
  const packages = await packagePlan(cache, recipe, options.refresh ?? false, options.signal);
  const key = await keyOf(recipe, packages, digest);
  const found = await recall(cache, key);
  if (found) return assemble(cache, recipe, packages, found);
  return withLock(
    join(cache.locks, key),
    async () => {
      const meanwhile = await recall(cache, key); // whoever held the lock before us may have built it
      if (meanwhile) return assemble(cache, recipe, packages, meanwhile);
      const blobs = await build(cache, recipe, packages, digest, options);
      await remember(cache, key, blobs);
      return assemble(cache, recipe, packages, blobs);
    },
    { signal: options.signal },
  );
}

/** The image if it lies ready in the cache; asks no mirror and builds nothing. */
export async function builtAlready(recipe: Recipe, options: BuildOptions): Promise<BuiltImage | undefined> {
  const cache = cacheAt(options.cacheRoot);
  const packages = await keptPlan(cache, recipe);
  const key = await keyOfPlanned(cache, recipe, options);
  const found = key === undefined ? undefined : await recall(cache, key);
  return packages && found && assemble(cache, recipe, packages, found);
}

/** The key of an image whose packages and binary are known, built or not. */
export async function keyOfPlanned(
  cache: Cache,
  recipe: Recipe,
  { binaries = {} }: Pick<BuildOptions, "binaries">,
): Promise<string | undefined> {
  const packages = await keptPlan(cache, recipe);
  if (!packages || (needsBinary(recipe) && binaries[recipe.binary] === undefined)) return undefined;
  return keyOf(recipe, packages, await binaryDigest(cache, recipe, binaries));
}

async function keyOf(recipe: Recipe, packages: readonly Package[], digest: string | undefined): Promise<string> {
  return sha256(
    JSON.stringify([BUILDER, process.arch, await recipeDigest(recipe), packages.map((one) => one.sha256), digest]),
  );
}

async function build(
  cache: Cache,
  recipe: Recipe,
  packages: readonly Package[],
  digest: string | undefined,
  options: BuildOptions,
): Promise<Blob[]> {
  const { report = () => {}, signal } = options;
  const step = `build image ${recipe.name}`;
  report({ step, state: "running" });
  await sweep(cache);
  try {
    const base = recipe.base && (await buildImage(recipe.base.name, options));
    const below = new Set(base?.packages.map((one) => one.sha256));
    const debs = await fetchDebs(
      cache,
      packages.filter((one) => !below.has(one.sha256)),
      step,
      report,
      signal,
    );
    const tree = await rootfs(recipe, debs, signal);
    if (recipe.bytecode.length > 0) {
      const below = (base?.layers ?? []).map(({ digest }) => blobPath(cache, digest));
      await addBytecode(tree, recipe.bytecode, below, signal);
    }
    const own = await writeLayer(cache, tree);
    const binary = options.binaries?.[recipe.binary];
    const isBelow = recipe.toolchain.length === 0 || (recipe.base !== undefined && needsBinary(recipe.base));
    const shared =
      digest && binary && !isBelow ? [await binaryLayer(cache, recipe.binary, digest, binary, signal)] : [];
    const layers = [...(base?.layers ?? []), ...shared, own];
    const config = await putBlob(cache, imageConfig(recipe, layers));
    const manifest = await putBlob(cache, imageManifest(recipe, config, layers));
    report({ step, state: "done", done: packages.length, total: packages.length, unit: "packages" });
    return [manifest, config, ...layers];
  } catch (thrown) {
    report({ step, state: "failed" });
    throw thrown;
  }
}

/** The binary's own layer, below all others: containerd keeps it once for all images that have it. */
async function binaryLayer(
  cache: Cache,
  name: string,
  digest: string,
  binary: string,
  signal?: AbortSignal,
): Promise<Blob> {
  const key = `${name}-${BUILDER}-${digest}`;
  return withLock(
    join(cache.locks, key),
    async () => {
      const [kept] = (await recall(cache, key)) ?? [];
      if (kept) return kept;
      const blob = await writeFileLayer(cache, binary, placeOf(name));
      await remember(cache, key, [blob]);
      return blob;
    },
    { signal },
  );
}

function assemble(cache: Cache, recipe: Recipe, packages: readonly Package[], blobs: readonly Blob[]): BuiltImage {
  const [manifest, config, ...layers] = blobs;
  if (!manifest || !config)
    throw new ImageProblem("CORRUPT", `image ${recipe.name}: its record lists ${blobs.length} blobs`);
  const size = layers.reduce((sum, layer) => sum + layer.size, 0);
  return {
    recipe,
    digest: manifest.digest,
    configDigest: config.digest,
    size,
    manifest,
    config,
    layers,
    packages,
    blobs: cache.blobs,
  };
}
