import { CompactRange, foldRoots } from "./merkle.ts";
import { EvidenceProblem } from "./problem.ts";

/** The tree as files: C2SP tlog-tiles. A tile has up to 256 hashes of one level; a full one is one hash of the next. */

const tileWidth = 256;
const hashLength = 32;

export interface Tile {
  readonly level: number;
  readonly index: number;
  /** 1 to 256 hashes of 32 bytes. */
  readonly bytes: Buffer;
}

/** Where a tile is, relative to the log: "tile/0/x001/x234/067", with ".p/17" for one that is not full. */
export function tilePath({ level, index, width }: { level: number; index: number; width: number }): string {
  const groups = [String(index % 1000).padStart(3, "0")];
  for (let rest = Math.floor(index / 1000); rest > 0; rest = Math.floor(rest / 1000)) {
    groups.unshift(`x${String(rest % 1000).padStart(3, "0")}`);
  }
  return `tile/${level}/${groups.join("/")}${width === tileWidth ? "" : `.p/${width}`}`;
}

export function widthOf(tile: Tile): number {
  return tile.bytes.length / hashLength;
}

/** The tiles that are not full in a tree of this size: there is at most one on each level. */
export function partialTiles(size: number): { level: number; index: number; width: number }[] {
  const partial: { level: number; index: number; width: number }[] = [];
  for (let level = 0, hashes = size; hashes > 0; level += 1, hashes = Math.floor(hashes / tileWidth)) {
    const width = hashes % tileWidth;
    if (width > 0) partial.push({ level, index: Math.floor(hashes / tileWidth), width });
  }
  return partial;
}

interface Level {
  /** The tile that is being filled, and how many of its hashes are there. */
  readonly bytes: Buffer;
  width: number;
  range: CompactRange;
  /** Tiles before it. */
  full: number;
}

/** A growing tree that hands out its tiles. It holds only those that are not full yet: 8 KiB for each level. */
export class TileTree {
  #size = 0;
  readonly #levels: Level[] = [];

  get size(): number {
    return this.#size;
  }

  /** Continues a tree of which only the tiles are at hand. */
  static restore(size: number, read: (tile: { level: number; index: number; width: number }) => Buffer): TileTree {
    const tree = new TileTree();
    tree.#size = size;
    for (let level = 0, hashes = size; hashes > 0; level += 1, hashes = Math.floor(hashes / tileWidth)) {
      tree.#level(level).full = Math.floor(hashes / tileWidth);
    }
    for (const place of partialTiles(size)) {
      const bytes = read(place);
      if (bytes.length !== place.width * hashLength) {
        throw new EvidenceProblem(
          "BAD_TILE",
          `${tilePath(place)}: expected ${place.width * hashLength} bytes, found ${bytes.length}`,
        );
      }
      for (const hash of split(bytes)) put(tree.#level(place.level), hash);
    }
    return tree;
  }

  /** Takes one more leaf; returns the tiles that it made full, mostly none. */
  append(leaf: Buffer): Tile[] {
    const full: Tile[] = [];
    let hash: Buffer | undefined = leaf;
    for (let at = 0; hash !== undefined; at += 1) {
      const level = this.#level(at);
      put(level, hash);
      hash = undefined;
      if (level.width === tileWidth) {
        full.push({ level: at, index: level.full, bytes: Buffer.from(level.bytes) });
        hash = level.range.root();
        level.width = 0;
        level.range = new CompactRange();
        level.full += 1;
      }
    }
    this.#size += 1;
    return full;
  }

  /** The tiles that are not full. With the full ones they are the whole tree. */
  partial(): Tile[] {
    return this.#levels
      .map(({ bytes, width, full }, level) => ({
        level,
        index: full,
        bytes: Buffer.from(bytes.subarray(0, width * hashLength)),
      }))
      .filter(({ bytes }) => bytes.length > 0);
  }

  root(): Buffer {
    return foldRoots(this.#levels.toReversed().flatMap(({ range }) => range.hashes));
  }

  #level(at: number): Level {
    const level = this.#levels[at] ?? {
      bytes: Buffer.alloc(tileWidth * hashLength),
      width: 0,
      range: new CompactRange(),
      full: 0,
    };
    this.#levels[at] = level;
    return level;
  }
}

function put(level: Level, hash: Buffer): void {
  // A copy: the hash may be a view of much more, which could not be given back as long as the view is held.
  hash.copy(level.bytes, level.width * hashLength);
  level.width += 1;
  level.range.append(hash);
}

/** The hash of the full subtree of that height (0 for leaves), counted from the left on its height. */
export type ReadHash = (height: number, index: number) => Promise<Buffer>;

/** Reads subtrees of a tree of that size out of its tiles. Tiles are kept while the proof is made. */
export function readHashesFromTiles(
  size: number,
  readTile: (tile: { level: number; index: number; width: number }) => Promise<Buffer>,
): ReadHash {
  const tiles = new Map<string, Promise<Buffer>>();
  return async (height, index) => {
    const level = Math.floor(height / 8);
    const many = 2 ** (height % 8);
    const first = index * many;
    const tile = Math.floor(first / tileWidth);
    const width = Math.min(tileWidth, Math.floor(size / tileWidth ** level) - tile * tileWidth);
    const place = { level, index: tile, width };
    const path = tilePath(place);
    const bytes = await (tiles.get(path) ?? tiles.set(path, readTile(place)).get(path));
    const from = (first % tileWidth) * hashLength;
    if (bytes === undefined || bytes.length !== width * hashLength || from + many * hashLength > bytes.length) {
      throw new EvidenceProblem("BAD_TILE", `${path}: expected ${width} hashes, found ${bytes?.length ?? 0} bytes`);
    }
    const range = new CompactRange();
    for (const hash of split(bytes.subarray(from, from + many * hashLength))) range.append(hash);
    return range.root();
  };
}

function split(bytes: Buffer): Buffer[] {
  return Array.from({ length: bytes.length / hashLength }, (_, at) =>
    bytes.subarray(at * hashLength, (at + 1) * hashLength),
  );
}
