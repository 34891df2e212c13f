import { createReadStream } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../../problem/index.ts";
import type { Limits } from "../limits.ts";
import { badFile, SnapshotProblem } from "../problem.ts";

export interface SourceFile {
  /** Below the snapshot's root, with forward slashes everywhere. */
  readonly path: string;
  readonly size: number;
  /** Changes when somebody writes the file; cheap to take, unlike a digest. */
  readonly stamp: string;
  bytes(): AsyncIterable<Buffer>;
}

/**
 * Every file below a directory. A link could lead anywhere on the machine of whoever looks at the snapshot, and a pipe or a
 * device would never end, so anything but plain files and directories is refused, not skipped.
 */
export async function filesBelow(root: string, limits: Limits): Promise<readonly SourceFile[]> {
  const files: SourceFile[] = [];
  let total = 0;
  const walk = async (folder: string, depth: number): Promise<void> => {
    if (depth > limits.depth) throw tooLarge(`${folder}: expected at most ${limits.depth} folders within another`);
    for (const name of (await readdir(join(root, folder))).sort()) {
      const path = folder === "" ? name : `${folder}/${name}`;
      const wrong = wrongPath(path, limits);
      if (wrong) throw badFile(JSON.stringify(path), wrong);
      const found = await lstat(join(root, path), { bigint: true });
      if (found.isDirectory()) await walk(path, depth + 1);
      else if (!found.isFile()) throw badFile(path, `expected a file or a folder, found ${kindOf(found)}`);
      else {
        total += Number(found.size);
        files.push(fileAt(root, path, found));
        if (files.length > limits.files) throw tooLarge(`expected at most ${limits.files} files, found more`);
        if (total > limits.totalBytes) throw tooLarge(`expected at most ${limits.totalBytes} bytes, found more`);
      }
    }
  };
  try {
    await walk("", 0);
  } catch (thrown) {
    if (thrown instanceof SnapshotProblem) throw thrown;
    throw new SnapshotProblem("NO_SUCH_SNAPSHOT", `${root}: cannot be read: ${messageOf(thrown)}`, { cause: thrown });
  }
  return files;
}

interface Found {
  readonly size: bigint;
  readonly mtimeNs: bigint;
  readonly ino: bigint;
  isSymbolicLink(): boolean;
}

function fileAt(root: string, path: string, { size, mtimeNs, ino }: Found): SourceFile {
  return {
    path,
    size: Number(size),
    stamp: `${size}-${mtimeNs}-${ino}`,
    bytes: () => createReadStream(join(root, path), { highWaterMark: 1 << 20 }),
  };
}

/** Why a path is none that a snapshot needs; undefined if it is fine. Also asked of archives, where it counts most. */
export function wrongPath(path: string, limits: Limits): string | undefined {
  if (path.length > limits.pathLength) return `expected a path of at most ${limits.pathLength} signs`;
  if (/[\p{Cc}\\]/u.test(path)) return "expected a path without control signs and backslashes";
  const parts = path.split("/");
  if (parts.length > limits.depth + 1) return `expected at most ${limits.depth} folders within another`;
  if (parts.some((part) => part === ".." || part === "." || part === "")) return "expected a path that stays below";
  // A drive or a stream on Windows.
  return /^[A-Za-z]:/.test(path) ? "expected a path below, found a drive" : undefined;
}

const kindOf = (found: Found) => (found.isSymbolicLink() ? "a link" : "something else");

export function tooLarge(what: string): SnapshotProblem {
  return new SnapshotProblem("TOO_LARGE", what, { hint: "nothing of it was kept" });
}
