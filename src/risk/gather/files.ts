import { type FileHandle, open, readdir, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import type { Answer, Document, Want } from "../model.ts";
import { pack } from "../sight.ts";
import type { Limits } from "./limits.ts";

/** What is left of the bytes that may be read for one proposal. */
export interface Allowance {
  bytes: number;
}

export async function readFile(
  want: Extract<Want, { ask: "file" }>,
  limits: Limits,
  allowance: Allowance,
): Promise<Answer> {
  const bytes = await readBounded(want.path, limits, allowance);
  return typeof bytes === "string" ? { want, missing: bytes } : { want, documents: [pack({ name: want.path, bytes })] };
}

/** The files of a folder with one of the endings; without endings only the names of all. A file in its place is taken for itself, whatever its ending. */
export async function readFolder(
  want: Extract<Want, { ask: "folder" }>,
  limits: Limits,
  allowance: Allowance,
): Promise<Answer> {
  const { path, recursive, endings } = want;
  const found = await stat(path).catch(reasonOf);
  if (typeof found === "string") return { want, missing: found };
  if (!found.isDirectory()) {
    const bytes = await readBounded(path, limits, allowance);
    return typeof bytes === "string" ? { want, missing: bytes } : { want, documents: [pack({ name: "", bytes })] };
  }
  if (endings.length === 0) return { want, text: (await readdir(path)).slice(0, limits.files).join("\n") };
  const { names, more } = await list(path, recursive, endings, limits.files);
  const documents: Document[] = [];
  const faults: string[] = more ? [`only the first ${limits.files} files were read`] : [];
  for (const name of names) {
    const bytes = await readBounded(name, limits, allowance);
    if (typeof bytes === "string") faults.push(`${relative(path, name)}: ${bytes}`);
    else documents.push({ name: relative(path, name), bytes });
  }
  const packed = documents.map(pack);
  return faults.length === 0
    ? { want, documents: packed }
    : { want, documents: packed, missing: faults.slice(0, 5).join("; ") };
}

/** In the order in which kubectl takes them: by name. */
async function list(folder: string, recursive: boolean, endings: readonly string[], most: number) {
  const names: string[] = [];
  const folders = [folder];
  for (let at = 0; at < folders.length && at < most && names.length <= most; at += 1) {
    const current = folders[at] ?? folder;
    const entries = await readdir(current, { withFileTypes: true }).catch(() => []);
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(current, entry.name);
      if (entry.isDirectory()) folders.push(...(recursive ? [path] : []));
      else if (endings.some((ending) => entry.name.endsWith(ending))) names.push(path);
    }
  }
  return { names: names.slice(0, most), more: names.length > most };
}

/** The bytes, or why not. Pipes and devices are left alone: reading them takes something away, or never ends. */
async function readBounded(path: string, limits: Limits, allowance: Allowance): Promise<Uint8Array | string> {
  let file: FileHandle | undefined;
  try {
    const found = await stat(path);
    if (found.isDirectory()) return "it is a folder";
    if (!found.isFile()) return "it is not a plain file";
    const most = Math.min(limits.fileBytes, allowance.bytes);
    if (found.size > most) return `it has ${found.size} bytes, more than the ${most} that are read`;
    file = await open(path);
    const buffer = Buffer.alloc(Math.max(found.size, 1));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    allowance.bytes -= bytesRead;
    return buffer.subarray(0, bytesRead);
  } catch (thrown) {
    return reasonOf(thrown as NodeJS.ErrnoException);
  } finally {
    await file?.close();
  }
}

function reasonOf(thrown: NodeJS.ErrnoException): string {
  if (thrown.code === "ENOENT" || thrown.code === "ENOTDIR") return "no such file";
  return thrown.code === "EACCES" ? "no right to read it" : thrown.message;
}
