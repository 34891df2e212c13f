import { type FileHandle, open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { EvidenceProblem, longestLine } from "../format/index.ts";

/** One file of entries, named after the sequence of its first. */
export interface Segment {
  readonly path: string;
  /** Relative to the log, as faults name it. */
  readonly name: string;
  readonly first: number;
  /** As it was when the check began: the log may grow meanwhile. */
  readonly size: number;
}

/** A part of a segment that ends where a line ends: what one thread checks at a time. */
export interface Range {
  readonly segment: Segment;
  readonly start: number;
  readonly end: number;
}

const fileName = /^(\d{20})\.jsonl$/;
/** Some hundred lines: enough work to be worth a message between threads, and little memory. */
const rangeSize = 256 * 1024;
const countingSize = 1024 * 1024;
const newline = 10;

export async function findSegments(directory: string): Promise<{ segments: Segment[]; strangers: string[] }> {
  const folder = join(directory, "segments");
  const names = await readdir(folder).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== "ENOENT" && cause.code !== "ENOTDIR") throw cause;
    throw new EvidenceProblem("NO_SUCH_LOG", `${directory}: there is no log here: ${folder} does not exist`, { cause });
  });
  const segments: Segment[] = [];
  const strangers: string[] = [];
  for (const name of names.sort()) {
    const path = join(folder, name);
    const first = Number(fileName.exec(name)?.[1] ?? Number.NaN);
    const state = await stat(path);
    if (Number.isSafeInteger(first) && state.isFile()) {
      segments.push({ path, name: `segments/${name}`, first, size: state.size });
    } else {
      strangers.push(`segments/${name}`);
    }
  }
  if (segments.every(({ size }) => size === 0)) {
    throw new EvidenceProblem("EMPTY_LOG", `${directory}: the log has no entries, not even the one about itself`, {
      hint: "a log is never empty: its entries were removed, or it was never begun",
    });
  }
  return { segments, strangers };
}

export async function* cutIntoRanges(segments: readonly Segment[]): AsyncGenerator<Range> {
  for (const segment of segments) {
    await using file = await open(segment.path, "r");
    for (let start = 0; start < segment.size; ) {
      const end = await endOfLine(file, start + rangeSize, segment.size);
      yield { segment, start, end };
      start = end;
    }
  }
}

/** The end of the line that this position is in. It looks no further than a line may reach. */
async function endOfLine(file: FileHandle, position: number, size: number): Promise<number> {
  const window = Buffer.allocUnsafe(4096);
  const furthest = Math.min(size, position + longestLine + 1);
  for (let at = position; at < furthest; ) {
    const { bytesRead } = await file.read(window, 0, window.length, at);
    const found = window.subarray(0, bytesRead).indexOf(newline);
    if (found >= 0) return Math.min(at + found + 1, size);
    if (bytesRead === 0) break;
    at += bytesRead;
  }
  return furthest;
}

export async function readFirstLine(segment: Segment): Promise<{ line: Buffer; ended: boolean }> {
  await using file = await open(segment.path, "r");
  const end = await endOfLine(file, 0, segment.size);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(end), 0, end, 0);
  const line = buffer.subarray(0, bytesRead);
  const ended = line.at(-1) === newline;
  return { line: ended ? line.subarray(0, -1) : line, ended };
}

/** Lines from there to the end of the log, for a count of what was not looked at any more. */
export async function countLines(segments: readonly Segment[], from: Range): Promise<number> {
  const window = Buffer.allocUnsafe(countingSize);
  let lines = 0;
  for (const segment of segments.slice(segments.indexOf(from.segment))) {
    await using file = await open(segment.path, "r");
    let at = segment === from.segment ? from.start : 0;
    while (at < segment.size) {
      const { bytesRead } = await file.read(window, 0, Math.min(window.length, segment.size - at), at);
      if (bytesRead === 0) break;
      const bytes = window.subarray(0, bytesRead);
      for (let found = bytes.indexOf(newline); found >= 0; found = bytes.indexOf(newline, found + 1)) lines += 1;
      at += bytesRead;
    }
  }
  return lines;
}
