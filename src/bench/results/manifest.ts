import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { pipeline } from "node:stream/promises";

export const bundleFile = "bundle.json";
/** What is made from the results again, or of use only while a run is going on. */
const besides = new Set([bundleFile, "report.html", ".in-use", ".in-use-journal"]);

export interface Listed {
  /** Relative to the run, with forward slashes. */
  readonly path: string;
  /** Undefined for what is no ordinary file. */
  readonly sha256: string | undefined;
}

/** Every file of a run with its digest, sorted. */
export async function listFiles(directory: string): Promise<Listed[]> {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true });
  const listed: Listed[] = [];
  for (const entry of entries) {
    const full = join(entry.parentPath, entry.name);
    const path = relative(directory, full).replaceAll(sep, "/");
    if (entry.isDirectory() || besides.has(path)) continue;
    listed.push({ path, sha256: entry.isFile() ? await digestOf(full) : undefined });
  }
  return listed.sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}
