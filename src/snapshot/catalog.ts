import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { messageOf } from "../problem/index.ts";
import { SnapshotProblem } from "./problem.ts";
import { isArchive, manifestName } from "./source/index.ts";

export interface Listed {
  readonly path: string;
  readonly name: string;
}

const deepest = 6;
const most = 10_000;

/** The snapshots below a directory, by the files that every layout has; not looked into. */
export async function listSnapshots(root: string): Promise<readonly Listed[]> {
  const found: Listed[] = [];
  const walk = async (folder: string, name: string, depth: number): Promise<void> => {
    if (found.length >= most || depth > deepest) return;
    const entries = await readdir(folder, { withFileTypes: true });
    const names = entries.map((entry) => entry.name);
    if (
      names.some((each) => each === manifestName || /^(k8s_(objects|events)|otel_(logs|traces)).*\.tsv$/.test(each)) ||
      names.includes("raw")
    ) {
      found.push({ path: folder, name: name || "." });
      return;
    }
    for (const entry of entries.sort((a, b) => natural.compare(a.name, b.name))) {
      const path = join(folder, entry.name);
      const inner = name === "" ? entry.name : `${name}/${entry.name}`;
      // A link is not followed: it may lead back up.
      if (entry.isDirectory()) await walk(path, inner, depth + 1);
      else if (entry.isFile() && isArchive(entry.name)) found.push({ path, name: inner });
    }
  };
  try {
    if (isArchive(root) && (await stat(root)).isFile()) return [{ path: root, name: basename(root) }];
    await walk(root, "", 0);
  } catch (cause) {
    throw new SnapshotProblem("NO_SUCH_SNAPSHOT", `${root}: cannot be read: ${messageOf(cause)}`, { cause });
  }
  return found;
}

const natural = new Intl.Collator("en", { numeric: true });
