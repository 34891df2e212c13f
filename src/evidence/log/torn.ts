import { hash } from "node:crypto";
import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Entry, EvidenceProblem, readEntry } from "../format/index.ts";
import { type Disk, diskProblem, realDisk } from "./disk.ts";
import { damage } from "./end.ts";
import { readAt, syncDirectoryNow } from "./files.ts";
import type { Identity } from "./identity.ts";
import { type Layout, listSegments, segmentPath } from "./layout.ts";
import type { Position } from "./lines.ts";

/** Bytes after the last good entry: a write that its process, or the machine, did not live to finish. */
export interface Torn {
  readonly segment: number;
  readonly offset: number;
  readonly bytes: Buffer;
  readonly digest: string;
}

/** How every line begins, and nothing else in a log does. */
const beginningOfLine = Buffer.from('{"actor":');

/**
 * An unfinished write is the last thing in a log. If an entry can be read after bytes that cannot, somebody changed what
 * was there, and that must not be swept aside.
 */
export function findTorn({ layout }: Identity, { sequence, segment, offset }: Position): Torn {
  const path = segmentPath(layout, segment);
  const file = openSync(path, "r");
  let bytes: Buffer;
  try {
    bytes = readAt(file, offset, fstatSync(file).size - offset);
  } finally {
    closeSync(file);
  }
  const where = `${path}: byte ${offset}: expected entry ${sequence}, found ${bytes.length} bytes that are none`;
  const later = listSegments(layout).find((first) => first > segment);
  if (later !== undefined) throw damage("LOG_DAMAGED", `${where}, and another segment after it (${later})`);
  const readable = entryWithin(bytes);
  if (readable !== undefined) throw damage("LOG_DAMAGED", `${where}, and entry ${readable} after them`);
  return { segment, offset, bytes, digest: hash("sha256", bytes, "hex") };
}

/** Not at the very beginning: that is the line which lacks its end, be it only the newline. */
function entryWithin(bytes: Buffer): number | undefined {
  for (let at = bytes.indexOf(beginningOfLine, 1); at >= 0; at = bytes.indexOf(beginningOfLine, at + 1)) {
    const newline = bytes.indexOf("\n", at);
    const entry = entryOrNothing(bytes.subarray(at, newline < 0 ? bytes.length : newline));
    if (entry !== undefined) return entry.sequence;
  }
  return undefined;
}

export function entryOrNothing(bytes: Buffer): Entry | undefined {
  try {
    return readEntry(bytes);
  } catch (error) {
    if (error instanceof EvidenceProblem) return undefined;
    throw error;
  }
}

/**
 * Puts a line in the place of torn bytes, which are kept beside the log first. The line is written over them before the
 * file is cut: whenever this is interrupted, the log either has the line, or is as torn as it was and can be recovered
 * again.
 */
export function replaceTorn(layout: Layout, torn: Torn, file: number, line: Buffer, disk: Disk): void {
  const path = tornPath(layout, torn.digest);
  try {
    mkdirSync(layout.torn, { recursive: true, mode: 0o700 });
    writeFileSync(path, torn.bytes, { mode: 0o640, flush: true });
    syncDirectoryNow(layout.torn);
  } catch (error) {
    throw diskProblem(error, path);
  }
  try {
    disk.write(file, line, torn.offset);
  } catch (error) {
    realDisk.write(file, torn.bytes, torn.offset);
    ftruncateSync(file, torn.offset + torn.bytes.length);
    throw diskProblem(error, segmentPath(layout, torn.segment));
  }
  ftruncateSync(file, torn.offset + line.length);
}

/** Where torn bytes are kept. */
export function tornPath(layout: Layout, digest: string): string {
  return join(layout.torn, `${digest}.bytes`);
}
