import { closeSync, openSync } from "node:fs";
import { type Entry, EvidenceProblem, hashLine, readEntry } from "../format/index.ts";
import type { Written } from "./contract.ts";
import { readAt } from "./files.ts";
import { type Layout, type Place, segmentPath } from "./layout.ts";
import type { Line } from "./lines.ts";

/** A line as an entry. It must be in its right place; whether it is signed is for a verifier to say. */
export function writtenFrom(layout: Layout, { sequence, place, bytes }: Line): Written {
  const where = `${segmentPath(layout, place.segment)}: byte ${place.offset}: entry ${sequence}`;
  let entry: Entry;
  try {
    entry = readEntry(bytes);
  } catch (error) {
    if (!(error instanceof EvidenceProblem)) throw error;
    throw new EvidenceProblem(error.code, `${where}: ${error.message}`, { cause: error, hint });
  }
  if (entry.sequence !== sequence) {
    throw new EvidenceProblem("BROKEN_LINK", `${where}: expected that sequence, found ${entry.sequence}`, { hint });
  }
  // A copy: what is kept must not hold on to all that was read with it.
  return { entry, hash: hashLine(bytes), line: Buffer.from(bytes) };
}

const hint = "`airworthy log verify` says what is still good";

/** The bytes at a place that somebody noted, whatever they are by now. */
export function bytesAt(layout: Layout, { segment, offset, length }: Place): Buffer {
  const file = openSync(segmentPath(layout, segment), "r");
  try {
    return readAt(file, offset, length);
  } finally {
    closeSync(file);
  }
}

export function isA<Type extends Entry["type"]>(written: Written, type: Type): written is Written<Type> {
  return written.entry.type === type;
}
