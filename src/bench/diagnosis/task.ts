import { basename, resolve } from "node:path";
import { digestOfSnapshot, listSnapshots } from "../../snapshot/index.ts";

/** A frozen incident as a task: find out what is wrong. It needs no cluster. */
export interface SnapshotTask {
  readonly digest: string;
  readonly path: string;
  readonly snapshot: { readonly name: string };
}

/** Those below a directory, or the one that a path leads to. Each goes by the name of its own file or folder. */
export async function snapshotTasks(path: string): Promise<SnapshotTask[]> {
  const found = await listSnapshots(path);
  return await Promise.all(
    found.map(async ({ path: place }) => ({
      digest: `sha256:${await digestOfSnapshot(place)}`,
      path: resolve(place),
      snapshot: { name: basename(resolve(place)).replace(/\.tar\.(zst|gz)$|\.tgz$/, "") },
    })),
  );
}
