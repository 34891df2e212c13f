import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { type BuiltImage, buildImage, listImages, OWN_REGISTRY, resolve, writeArchive } from "../../images/index.ts";
import { type Report, until } from "../../process/index.ts";
import { ClusterProblem } from "../problem.ts";
import { defaultSpec } from "../spec.ts";
import { removeCgroups } from "./cgroups.ts";
import { type Bind, bootMachine, type Machine } from "./machine.ts";
import { containerd, nodeFiles, pauseImage } from "./node.ts";
import { stateDirectory } from "./paths.ts";
import { type Plan, planCluster } from "./plan.ts";

/** containerd's parts that matter here, below its root. */
const root = "/var/lib/containerd";
const content = "io.containerd.content.v1.content";
const metadata = "io.containerd.metadata.v1.bolt/meta.db";
const snapshots = "io.containerd.snapshotter.v1.overlayfs/snapshots";
const snapshotMetadata = "io.containerd.snapshotter.v1.overlayfs/metadata.db";

const step = "unpack images for all clusters";

export interface StoreOptions {
  readonly tools: string;
  /** References of the images the cluster cannot start without. Others that were built before come along. */
  readonly needed: readonly string[];
  readonly report: Report;
  readonly signal: AbortSignal;
}

/**
 * An image store with everything unpacked, made once for a set of images. Nodes share its layers read-only and get a
 * private view of the rest, so a new node has all images without copying or unpacking any.
 */
export async function prepareStore(options: StoreOptions): Promise<string> {
  const { tools, report, signal } = options;
  const built = (await listImages({ toolchainBin: tools })).filter((image) => image.digest !== undefined);
  const references = await referencesByRecipe([pauseImage, ...options.needed]);
  const names = [...new Set([...references.keys(), ...built.map((image) => image.name)])].sort();
  const images: BuiltImage[] = [];
  for (const name of names) images.push(await buildImage(name, { toolchainBin: tools, report, signal }));
  const key = createHash("sha256")
    .update(JSON.stringify([1, [...references], images.map((image) => image.digest)]))
    .digest("hex");
  const store = join(stateDirectory(), "stores", key.slice(0, 16));
  if (existsSync(store)) return store;

  report({ step, state: "running", total: images.length, unit: "items" });
  await mkdir(join(stateDirectory(), "stores"), { recursive: true, mode: 0o700 });
  const work = await mkdtemp(join(stateDirectory(), "stores", ".new-"));
  const id = `store-${process.pid}`;
  try {
    const plan = planCluster(defaultSpec("store"));
    const node = plan.nodes[0] as Plan["nodes"][number];
    const inbox = join(work, "inbox");
    await mkdir(inbox, { recursive: true });
    const machine = await bootMachine({
      cluster: id,
      name: "store",
      directory: work,
      tools,
      files: nodeFiles(plan, node),
      binds: [{ source: inbox, target: "/inbox", mode: "rw" }],
    });
    try {
      await importAll(machine, images, references, inbox, options);
    } finally {
      await machine.stop();
    }
    await rename(join(work, "root", root), store).catch(async (thrown: NodeJS.ErrnoException) => {
      if (thrown.code !== "ENOTEMPTY" && thrown.code !== "EEXIST") throw thrown; // Somebody else made the same one.
    });
  } finally {
    await removeCgroups(id);
    await rm(work, { recursive: true, force: true });
  }
  report({ step, state: "done" });
  return store;
}

async function referencesByRecipe(references: readonly string[]): Promise<Map<string, string[]>> {
  const byRecipe = new Map<string, string[]>();
  for (const reference of [...new Set(references)].sort()) {
    const found = await resolve(reference);
    if (!found) throw new ClusterProblem("NOT_READY", `image ${reference}: no recipe in images/ stands in for it`);
    byRecipe.set(found.recipe, [...(byRecipe.get(found.recipe) ?? []), reference]);
  }
  return byRecipe;
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

async function importAll(
  machine: Machine,
  images: readonly BuiltImage[],
  references: ReadonlyMap<string, readonly string[]>,
  inbox: string,
  { report, signal }: StoreOptions,
): Promise<void> {
  const daemon = await machine.daemon("containerd", containerd().name, containerd().args);
  const ctr = (...args: string[]) =>
    machine.run("ctr", ["--namespace", "k8s.io", "images", ...args], { signal, allowFailure: true });
  const up = await until(async () => (await ctr("list")).code === 0, { deadlineMs: 30_000, everyMs: 50, signal });
  if (!up) throw new ClusterProblem("NOT_READY", `containerd did not answer; its log: ${daemon.log}`);
  for (const [index, image] of images.entries()) {
    report({ step, state: "running", done: index, total: images.length, unit: "items", note: image.recipe.name });
    const own = `${OWN_REGISTRY}/${image.recipe.name}:latest`;
    await writeArchive(image, [own, ...(references.get(image.recipe.name) ?? [])], join(inbox, "image.tar"));
    const exit = await ctr("import", "/inbox/image.tar");
    if (exit.code !== 0) throw new ClusterProblem("NOT_READY", `image ${image.recipe.name}: ${exit.stderr.trim()}`);
  }
  await rm(join(inbox, "image.tar"), { force: true });
  await daemon.child.stop(5_000); // Its databases must be closed before they are copied.
}
