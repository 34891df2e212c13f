import { existsSync } from "node:fs";
import { copyFile, link, mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import {
  type Binaries,
  buildImage,
  listImages,
  type NamedImage,
  OWN_REGISTRY,
  placeOf,
  resolve,
  writeArchive,
} from "../../images/index.ts";
import { type Report, until, withLock } from "../../process/index.ts";
import { ClusterProblem } from "../problem.ts";
import { defaultSpec } from "../spec.ts";
import { removeCgroups } from "./cgroups.ts";
import { type Bind, bootMachine } from "./machine.ts";
import { containerd, nodeFiles, pauseImage } from "./node.ts";
import { type Plan, planCluster } from "./plan.ts";
import {
  bestStore,
  type Contents,
  removeUnused,
  storesDirectory,
  storesLock,
  unfinished,
  writeContents,
} from "./stores.ts";

/** containerd's parts that matter here, below its root. */
const root = "/var/lib/containerd";
const content = "io.containerd.content.v1.content";
const metadata = "io.containerd.metadata.v1.bolt/meta.db";
const snapshots = "io.containerd.snapshotter.v1.overlayfs/snapshots";
const snapshotMetadata = "io.containerd.snapshotter.v1.overlayfs/metadata.db";

const step = "unpack images for all clusters";

export interface StoreOptions {
  readonly tools: string;
  readonly binaries: Binaries;
  /** References of the images the cluster cannot start without. */
  readonly needed: readonly string[];
  readonly report: Report;
  readonly signal: AbortSignal;
}

/**
 * An image store with everything unpacked, made once. Nodes share its layers read-only and get a private view of the
 * rest, so a new node has all images without copying or unpacking any. A store that has what is needed will do: what
 * else a cluster asks for comes from the registry, a moment later.
 */
export async function prepareStore(options: StoreOptions): Promise<string> {
  const needed = await nameImages([pauseImage, ...options.needed], options);
  const wanted = contentsOf(needed);
  const found = await bestStore(wanted);
  if (found) return found;
  const work = async () => (await bestStore(wanted)) ?? refreshStore(options, needed);
  return withLock(storesLock(), work, { signal: options.signal });
}

/** Makes a store of what is needed and of every image that was built before. */
async function refreshStore(options: StoreOptions, needed: readonly NamedImage[]): Promise<string> {
  const images = [...needed];
  for (const { name, digest } of await listImages({ binaries: options.binaries })) {
    if (digest === undefined || images.some(({ image }) => image.recipe.name === name)) continue;
    images.push(await nameImage(name, [], options));
  }
  options.report({ step, state: "running", note: `${images.length} images` });
  await mkdir(storesDirectory(), { recursive: true, mode: 0o700 });
  const work = await mkdtemp(join(storesDirectory(), unfinished));
  const store = join(storesDirectory(), work.slice(work.lastIndexOf("-") + 1));
  try {
    await unpack(images, work, options);
    const unpacked = join(work, "root", root);
    await shareBinaries(unpacked, options.binaries);
    await writeContents(unpacked, contentsOf(images));
    await rename(unpacked, store);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  await removeUnused(store);
  options.report({ step, state: "done" });
  return store;
}

/** What of the store a node sees, and how; the two small databases are copied, because the node writes to them. */
export async function storeBinds(store: string, nodeDirectory: string): Promise<Bind[]> {
  for (const file of [metadata, snapshotMetadata]) {
    const target = join(nodeDirectory, "root", root, file);
    await mkdir(join(target, ".."), { recursive: true });
    await copyFile(join(store, file), target);
  }
  const layers = await readdir(join(store, snapshots));
  return [
    { source: join(store, content), target: `${root}/${content}`, mode: "copy" },
    ...layers.map((layer) => ({
      source: join(store, snapshots, layer),
      target: `${root}/${snapshots}/${layer}`,
      mode: "ro" as const,
    })),
  ];
}

/** Imports the images into a containerd of its own, in a machine that lives only for this. */
async function unpack(images: readonly NamedImage[], work: string, { tools, signal }: StoreOptions): Promise<void> {
  const plan = planCluster(defaultSpec("store"));
  const inbox = join(work, "inbox");
  await mkdir(inbox);
  await writeArchive(images, join(inbox, "images.tar"));
  const id = `store-${process.pid}`;
  const machine = await bootMachine({
    cluster: id,
    name: "store",
    directory: work,
    tools,
    files: nodeFiles(plan, plan.nodes[0] as Plan["nodes"][number]),
    binds: [{ source: inbox, target: "/inbox", mode: "ro" }],
    saves: "time",
  });
  try {
    const daemon = await machine.daemon("containerd", containerd().name, containerd().args);
    const ctr = (...args: string[]) =>
      machine.run("ctr", ["--namespace", "k8s.io", "images", ...args], { signal, allowFailure: true });
    const up = await until(async () => (await ctr("list")).code === 0, { deadlineMs: 30_000, everyMs: 50, signal });
    if (!up) throw new ClusterProblem("NOT_READY", `containerd did not answer; its log: ${daemon.log}`);
    const exit = await ctr("import", "/inbox/images.tar");
    if (exit.code !== 0) throw new ClusterProblem("NOT_READY", `images cannot be unpacked: ${exit.stderr.trim()}`);
    await daemon.child.stop(5_000); // Its databases must be closed before they are copied.
  } finally {
    await machine.stop();
    await removeCgroups(id);
  }
}

/**
 * Makes the toolchain's programs in images the very files that nodes run: pods and nodes then share their memory too.
 * On another filesystem they stay copies. A node reaches either only through a read-only mount.
 */
async function shareBinaries(store: string, binaries: Binaries): Promise<void> {
  for (const layer of await readdir(join(store, snapshots))) {
    for (const [name, file] of Object.entries(binaries)) {
      const copy = join(store, snapshots, layer, "fs", placeOf(name));
      if (!existsSync(copy)) continue;
      const linked = await link(file, `${copy}.shared`).then(
        () => true,
        () => false,
      );
      if (linked) await rename(`${copy}.shared`, copy);
    }
  }
}

async function nameImages(references: readonly string[], options: StoreOptions): Promise<NamedImage[]> {
  const byRecipe = new Map<string, string[]>();
  for (const reference of [...new Set(references)].sort()) {
    const found = await resolve(reference);
    if (!found) throw new ClusterProblem("NOT_READY", `image ${reference}: no recipe in images/ stands in for it`);
    byRecipe.set(found.recipe, [...(byRecipe.get(found.recipe) ?? []), reference]);
  }
  const images: NamedImage[] = [];
  for (const [recipe, names] of byRecipe) images.push(await nameImage(recipe, names, options));
  return images;
}

async function nameImage(recipe: string, references: readonly string[], options: StoreOptions): Promise<NamedImage> {
  const { binaries, report, signal } = options;
  const image = await buildImage(recipe, { binaries, report, signal });
  return { image, references: [`${OWN_REGISTRY}/${recipe}:latest`, ...references] };
}

function contentsOf(images: readonly NamedImage[]): Contents {
  return Object.fromEntries(images.flatMap(({ image, references }) => references.map((name) => [name, image.digest])));
}
