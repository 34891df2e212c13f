import { closeSync, existsSync, fstatSync, openSync } from "node:fs";
import { longestLine } from "../format/index.ts";
import { isMissing } from "./disk.ts";
import { readAt } from "./files.ts";
import { type Layout, listSegments, type Place, segmentPath } from "./layout.ts";

/** Where the line of an entry begins, or would begin. */
export interface Position {
  readonly sequence: number;
  readonly segment: number;
  readonly offset: number;
}

export interface Line {
  readonly sequence: number;
  readonly place: Place;
  /** Without its newline. */
  readonly bytes: Buffer;
}

const chunkBytes = 256 * 1024;
const newline = 0x0a;

/**
 * Hands out complete lines from a position on, through all segments, in constant memory. Nothing is checked here. A line
 * that is longer than any may be comes in pieces, so that a file of garbage cannot fill the memory.
 */
export class LineReader implements Disposable {
  readonly #layout: Layout;
  #position: Position;
  #file: number | undefined;
  /** Read ahead: the bytes at the position. */
  #ahead: Buffer = Buffer.alloc(0);

  constructor(layout: Layout, start: Position) {
    this.#layout = layout;
    this.#position = start;
  }

  /** Of the next line. */
  get position(): Position {
    return this.#position;
  }

  /** Nothing if no more is complete by now. It can be asked again later. */
  next(): Line | undefined {
    for (;;) {
      const end = this.#ahead.indexOf(newline);
      if (end >= 0) return this.#take(end, end + 1);
      if (this.#ahead.length > longestLine) return this.#take(this.#ahead.length, this.#ahead.length);
      if (this.#readAhead()) continue;
      // An unfinished line may be cut off and replaced before we look again.
      const unfinished = this.#ahead.length > 0;
      this.#ahead = Buffer.alloc(0);
      if (unfinished || !this.#enterNextSegment()) return undefined;
    }
  }

  /** How many bytes the segment has after the position. */
  rest(): number {
    const file = this.#open();
    return file === undefined ? 0 : Math.max(0, fstatSync(file).size - this.#position.offset);
  }

  [Symbol.dispose](): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #take(length: number, consumed: number): Line {
    const { sequence, segment, offset } = this.#position;
    const line = { sequence, place: { segment, offset, length }, bytes: this.#ahead.subarray(0, length) };
    this.#ahead = this.#ahead.subarray(consumed);
    this.#position = { sequence: sequence + 1, segment, offset: offset + consumed };
    return line;
  }

  #readAhead(): boolean {
    const file = this.#open();
    if (file === undefined) return false;
    // Twice as much as is there already, for a long line.
    const wanted = Math.max(chunkBytes, this.#ahead.length);
    const more = readAt(file, this.#position.offset + this.#ahead.length, wanted);
    this.#ahead = this.#ahead.length === 0 ? more : Buffer.concat([this.#ahead, more]);
    return more.length > 0;
  }

  /** The segment that is named by the sequence which comes next. If it is there, nothing is added to the one before. */
  #enterNextSegment(): boolean {
    const { sequence, segment } = this.#position;
    if (sequence === segment || !existsSync(segmentPath(this.#layout, sequence))) return false;
    // Lines may have been added between our last look and the birth of the next segment.
    if (this.rest() > 0) return true;
    this[Symbol.dispose]();
    this.#position = { sequence, segment: sequence, offset: 0 };
    return true;
  }

  #open(): number | undefined {
    try {
      this.#file ??= openSync(segmentPath(this.#layout, this.#position.segment), "r");
      return this.#file;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }
}

/** Where an entry begins: its segment is known by name, the way through that is read. */
export function positionOf(layout: Layout, sequence: number): Position {
  const segment = listSegments(layout).findLast((first) => first <= sequence) ?? 0;
  using reader = new LineReader(layout, { sequence: segment, segment, offset: 0 });
  while (reader.position.sequence < sequence && reader.next() !== undefined);
  return reader.position;
}

/** The last complete line of a log, read from its end. */
export function lastLine(layout: Layout): Buffer | undefined {
  for (const first of listSegments(layout).reverse()) {
    const file = openSync(segmentPath(layout, first), "r");
    try {
      const { size } = fstatSync(file);
      for (let length = Math.min(chunkBytes, size); length > 0; length = Math.min(length * 2, size)) {
        const bytes = readAt(file, size - length, length);
        const end = bytes.lastIndexOf(newline);
        const begin = end < 1 ? -1 : bytes.lastIndexOf(newline, end - 1) + 1;
        if (end >= 0 && (begin > 0 || length === size)) return bytes.subarray(Math.max(0, begin), end);
        if (length === size) break;
      }
    } finally {
      closeSync(file);
    }
  }
  return undefined;
}
