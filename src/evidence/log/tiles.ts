import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { CompactRange, EvidenceProblem, leafHash, type Tile, TileTree, tilePath } from "../format/index.ts";
import { tileWidth } from "./end.ts";
import { placeDerivedFile } from "./files.ts";
import type { Layout } from "./layout.ts";
import { LineReader, type Position, positionOf } from "./lines.ts";

const hashLength = 32;
const fullBytes = tileWidth * hashLength;

export interface TilePlace {
  readonly level: number;
  readonly index: number;
  readonly width: number;
}

/** The tiles of a log. Full ones are files, so that a proof needs few reads; whatever is missing comes from the log. */
export class Tiles {
  readonly #layout: Layout;
  readonly #useFiles: boolean;

  constructor(layout: Layout, { useFiles = true } = {}) {
    this.#layout = layout;
    this.#useFiles = useFiles;
  }

  /** Makes files of all full tiles among that many entries that have none yet. `start` is where the first begins. */
  async write(size: number, start?: Position): Promise<void> {
    let full = Math.floor(size / tileWidth);
    await this.#writeLeaves(full, start);
    for (let level = 1; full >= tileWidth; level += 1) {
      full = Math.floor(full / tileWidth);
      for (let index = this.#firstMissing(level, full); index < full; index += 1) {
        await this.#place({ level, index, bytes: await this.#compute({ level, index, width: tileWidth }) });
      }
    }
  }

  /** The hashes in a tile, from its file if that has the right length. */
  async read(place: TilePlace): Promise<Buffer> {
    const isFile = this.#useFiles && place.width === tileWidth && this.#isThere(place);
    return isFile ? await readFile(this.#path(place)) : await this.#compute(place);
  }

  /** Holds every full tile against the log and replaces those that are wrong or missing. Returns how many. */
  async repair(): Promise<number> {
    using reader = new LineReader(this.#layout, { sequence: 0, segment: 0, offset: 0 });
    const tree = new TileTree();
    let repaired = 0;
    for (let line = reader.next(); line !== undefined; line = reader.next()) {
      for (const tile of tree.append(leafHash(line.bytes))) {
        const place = { level: tile.level, index: tile.index, width: tileWidth };
        if (this.#isThere(place) && tile.bytes.equals(await readFile(this.#path(place)))) continue;
        await this.#place(tile);
        repaired += 1;
      }
    }
    return repaired;
  }

  async #writeLeaves(full: number, start: Position | undefined): Promise<void> {
    const first = this.#firstMissing(0, full);
    if (first === full) return;
    const at = start?.sequence === first * tileWidth ? start : positionOf(this.#layout, first * tileWidth);
    using reader = new LineReader(this.#layout, at);
    for (let index = first; index < full; index += 1) {
      await this.#place({ level: 0, index, bytes: leaves(reader, tileWidth) });
    }
  }

  async #compute({ level, index, width }: TilePlace): Promise<Buffer> {
    if (level === 0) {
      using reader = new LineReader(this.#layout, positionOf(this.#layout, index * tileWidth));
      return leaves(reader, width);
    }
    const roots: Buffer[] = [];
    for (let below = 0; below < width; below += 1) {
      roots.push(rootOf(await this.read({ level: level - 1, index: index * tileWidth + below, width: tileWidth })));
    }
    return Buffer.concat(roots);
  }

  /** They are made in order, so the missing ones are the last. */
  #firstMissing(level: number, full: number): number {
    let first = full;
    while (first > 0 && !this.#isThere({ level, index: first - 1, width: tileWidth })) first -= 1;
    return first;
  }

  #isThere(place: TilePlace): boolean {
    return statSync(this.#path(place), { throwIfNoEntry: false })?.size === fullBytes;
  }

  #path(place: TilePlace): string {
    return join(this.#layout.directory, tilePath(place));
  }

  async #place({ level, index, bytes }: Tile): Promise<void> {
    await placeDerivedFile(this.#path({ level, index, width: tileWidth }), bytes);
  }
}

function leaves(reader: LineReader, width: number): Buffer {
  const hashes: Buffer[] = [];
  while (hashes.length < width) {
    const line = reader.next();
    if (line === undefined) {
      const { sequence } = reader.position;
      throw new EvidenceProblem("TRUNCATED_LOG", `expected an entry ${sequence}, found the end of the log`);
    }
    hashes.push(leafHash(line.bytes));
  }
  return Buffer.concat(hashes);
}

function rootOf(tile: Buffer): Buffer {
  const range = new CompactRange();
  for (let at = 0; at < tile.length; at += hashLength) range.append(tile.subarray(at, at + hashLength));
  return range.root();
}
