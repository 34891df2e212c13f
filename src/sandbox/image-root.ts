import { existsSync } from "node:fs";
import { chmod, link, mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { buildImage, placeOf } from "../images/index.ts";
import { type Report, run, withLock } from "../process/index.ts";
import { cacheDirectory, obtain } from "../toolchain/index.ts";

const rootsDirectory = () => join(cacheDirectory(), "roots");
const unfinished = ".new-";

/** The files of an image as a directory, unpacked once: what lies below a sandbox's own files. */
export async function imageRoot(
  name: string,
  { report, signal }: { report: Report; signal: AbortSignal },
): Promise<string> {
  const { directory: tools } = await obtain("kubernetes", { report, signal });
  const kube = join(tools, "kube");
  const image = await buildImage(name, { binaries: { kube }, report, signal });
  const root = join(rootsDirectory(), image.digest.replace("sha256:", ""));
  const unpack = async () => {
    if (existsSync(root)) return;
    const fresh = await mkdtemp(join(rootsDirectory(), unfinished));
    try {
      for (const { digest } of image.layers) {
        const layer = join(image.blobs, digest.replace("sha256:", ""));
        await run("tar", ["--extract", "--numeric-owner", "--preserve-permissions", "-f", layer, "-C", fresh], {
          signal,
        });
      }
      // One file with the clusters' own programs, where the filesystem allows: then they share its memory too.
      const copy = join(fresh, placeOf("kube"));
      await link(kube, `${copy}.shared`).then(
        () => rename(`${copy}.shared`, copy),
        () => {},
      );
      await chmod(fresh, 0o755);
      await rename(fresh, root);
    } finally {
      await rm(fresh, { recursive: true, force: true });
    }
  };
  if (!existsSync(root)) {
    await mkdir(rootsDirectory(), { recursive: true });
    await withLock(join(rootsDirectory(), ".lock"), unpack, { signal });
  }
  await utimes(root, new Date(), new Date());
  return root;
}

const unusedAfterMs = 7 * 24 * 3_600_000;

/** Removes the roots that nobody asked for in a week, and what makers left that were killed. */
export async function pruneRoots(): Promise<string[]> {
  const removed: string[] = [];
  for (const name of await readdir(rootsDirectory()).catch(() => [] as string[])) {
    const path = join(rootsDirectory(), name);
    if (name === ".lock" || Date.now() - (await stat(path)).mtimeMs < unusedAfterMs) continue;
    await rm(path, { recursive: true, force: true });
    removed.push(`root ${name.slice(0, 12)}`);
  }
  return removed;
}
