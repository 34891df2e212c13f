import { writeFileSync } from "node:fs";
import { type FileHandle, mkdir, open, writeFile } from "node:fs/promises";
import { dirname, resolve, sep } from "node:path";
import { promisify } from "node:util";
import { inflateRaw, inflateRawSync } from "node:zlib";
import { ToolchainProblem } from "./problem.ts";

const inflate = promisify(inflateRaw);
const small = 256 * 1024;

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly compressed: number;
  readonly offset: number;
  readonly mode: number;
}

/** Unpacks a zip file whose digest was checked. No zip64, no encryption: nobody packs programs of our size so. */
export async function unzip(file: string, into: string, wanted: (name: string) => string | undefined): Promise<void> {
  await using handle = await open(file);
  let folder = "";
  for (const entry of await directory(handle, file)) {
    const target = wanted(entry.name);
    if (target === undefined || entry.name.endsWith("/")) continue;
    const path = resolve(into, target);
    if (!path.startsWith(resolve(into) + sep)) throw broken(file, `${entry.name} would leave the folder`);
    if (dirname(path) !== folder) await mkdir(dirname(path), { recursive: true });
    folder = dirname(path);
    await extract(handle, entry, path);
  }
}

/** The list of files is at the end of a zip, behind a comment of unknown length. */
async function directory(handle: FileHandle, file: string): Promise<Entry[]> {
  const { size } = await handle.stat();
  const tail = await readAt(handle, Math.max(0, size - 65_557), Math.min(size, 65_557));
  const end = tail.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  if (end < 0) throw broken(file, "found no list of files at its end");
  const list = await readAt(handle, tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12));
  const entries: Entry[] = [];
  for (let at = 0; at + 46 <= list.length && list.readUInt32LE(at) === 0x02014b50; ) {
    const nameLength = list.readUInt16LE(at + 28);
    entries.push({
      name: list.toString("utf8", at + 46, at + 46 + nameLength),
      method: list.readUInt16LE(at + 10),
      compressed: list.readUInt32LE(at + 20),
      offset: list.readUInt32LE(at + 42),
      mode: (list.readUInt32LE(at + 38) >>> 16) & 0o777,
    });
    at += 46 + nameLength + list.readUInt16LE(at + 30) + list.readUInt16LE(at + 32);
  }
  return entries;
}

async function extract(handle: FileHandle, entry: Entry, path: string): Promise<void> {
  // The name and the extra field stand before the content once more, and the latter may have another length there.
  const guess = 30 + Buffer.byteLength(entry.name) + 64;
  const head = await readAt(handle, entry.offset, guess + entry.compressed);
  const start = 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  const packed =
    start <= guess
      ? head.subarray(start, start + entry.compressed)
      : await readAt(handle, entry.offset + start, entry.compressed);
  const mode = { mode: entry.mode || 0o644 };
  // Thousands of small files: a trip through the thread pool for each step would cost more than the step.
  if (packed.length < small) writeFileSync(path, entry.method === 0 ? packed : inflateRawSync(packed), mode);
  else await writeFile(path, entry.method === 0 ? packed : await inflate(packed), mode);
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  await handle.read(buffer, 0, length, position);
  return buffer;
}

function broken(file: string, why: string): ToolchainProblem {
  return new ToolchainProblem("WAY_CLOSED", `${file}: ${why}`);
}
