import { createHash } from "node:crypto";
import { createReadStream, readFileSync, statSync } from "node:fs";
import { lstat, open, readdir, readFile, readlink, stat } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { run } from "../process/index.ts";
import type { Source } from "./component.ts";

interface FileRecord {
  readonly sha256: string;
  readonly size: number;
  readonly mtimeMs: number;
  /** Set for links. Absolute ones lead to a program of the system; relative ones to another file of the list. */
  readonly link?: string;
}

/** Written last into a component's folder. It is what makes the folder finished, and what a corrupted one is noticed by. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly key: string;
  readonly from: Source;
  readonly made: string;
  readonly files: Readonly<Record<string, FileRecord>>;
}

const manifestFile = "manifest.json";

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  // Streams are for large files; for thousands of small ones they cost more than the reading.
  if (statSync(path).size < 256 * 1024) return hash.update(readFileSync(path)).digest("hex");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

/** Every file below a folder, relative to it, sorted. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => path !== manifestFile)
    .sort();
}

/** Describes a finished folder and makes everything in it durable: after a power cut it is whole or not there. */
export async function seal(folder: string, about: Omit<Manifest, "files" | "made">): Promise<void> {
  const files: Record<string, FileRecord> = {};
  for (const path of await filesBelow(folder)) {
    const full = join(folder, path);
    const link = (await lstat(full)).isSymbolicLink() ? { link: await readlink(full) } : {};
    const { size, mtimeMs } = await stat(full);
    if (link.link !== undefined && !isAbsolute(link.link)) {
      files[path] = { sha256: "", size, mtimeMs, ...link }; // What it leads to is listed itself.
      continue;
    }
    files[path] = { sha256: await sha256Of(full), size, mtimeMs, ...link };
  }
  await syncAll(folder, Object.keys(files));
  const manifest: Manifest = { ...about, made: new Date().toISOString(), files };
  const file = await open(join(folder, manifestFile), "wx");
  await file.writeFile(`${JSON.stringify(manifest, undefined, 1)}\n`).finally(() => file.close());
  await sync(join(folder, manifestFile));
  await sync(folder);
}

/** A toolchain has thousands of files: there one call for the whole filesystem takes seconds less than one for each. */
async function syncAll(folder: string, paths: readonly string[]): Promise<void> {
  if (paths.length > 100) {
    const exit = await run("sync", ["-f", folder], { allowFailure: true }).catch(() => undefined);
    if (exit?.code === 0) return;
  }
  for (const path of paths) await sync(join(folder, path));
}

export async function sync(path: string): Promise<void> {
  const file = await open(path, "r");
  await file.sync().finally(() => file.close());
}

export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const text = await readFile(join(folder, manifestFile), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as Manifest;
  } catch {
    return undefined; // A manifest that is no JSON is a corrupted folder, which the caller handles like a missing one.
  }
}

/**
 * What is wrong with a sealed folder; undefined if nothing. The quick look compares size and time; a file whose time
 * moved is read in full, so that a copied or restored cache stays good.
 */
export async function damage(folder: string, manifest: Manifest, look: "quick" | "full"): Promise<string | undefined> {
  for (const [path, record] of Object.entries(manifest.files)) {
    const full = join(folder, path);
    const now = await stat(full).catch(() => undefined);
    if (!now) return `${path}: expected a file, found none`;
    if (record.link !== undefined && (await readlink(full).catch(() => "")) !== record.link) {
      return `${path}: expected a link to ${record.link}`;
    }
    if (now.size !== record.size) return `${path}: expected ${record.size} bytes, found ${now.size}`;
    if (record.sha256 === "" || (look === "quick" && now.mtimeMs === record.mtimeMs)) continue;
    const found = await sha256Of(full);
    if (found !== record.sha256) return `${path}: expected sha256 ${record.sha256}, found ${found}`;
  }
  return undefined;
}
