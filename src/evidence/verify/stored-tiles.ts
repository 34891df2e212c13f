import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Tile, tilePath, widthOf } from "../format/index.ts";
import type { Fault } from "./verification.ts";

const fullWidth = 256;

/** Compares the tiles that a log keeps with those that its entries give. */
export class StoredTiles {
  readonly #directory: string;
  /** Absent altogether in a copy that has the entries only. */
  readonly there: boolean;
  compared = 0;
  missing = 0;
  firstMissing: string | undefined;
  fault: Fault | undefined;

  constructor(directory: string) {
    this.#directory = directory;
    this.there = existsSync(join(directory, "tile"));
  }

  compare(tile: Tile): void {
    if (!this.there) return;
    const path = tilePath({ ...tile, width: widthOf(tile) });
    const bytes = this.#read(path);
    if (bytes === undefined) {
      // Tiles that are not full yet need not be kept.
      if (widthOf(tile) < fullWidth) return;
      this.missing += 1;
      this.firstMissing ??= path;
      return;
    }
    this.compared += 1;
    if (!bytes.equals(tile.bytes)) this.fault ??= { ...difference(tile, bytes, path), code: "BAD_TILE" };
  }

  #read(path: string): Buffer | undefined {
    try {
      return readFileSync(join(this.#directory, path));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    }
  }
}

function difference(tile: Tile, found: Buffer, path: string): { sequence: number; message: string } {
  let hash = 0;
  const at = (bytes: Buffer) => bytes.subarray(hash * 32, hash * 32 + 32);
  while (hash < widthOf(tile) && at(tile.bytes).equals(at(found))) hash += 1;
  const sequence = (tile.index * fullWidth + hash) * fullWidth ** tile.level;
  return { sequence, message: `${path}: hash ${hash} is not that of the entries: proofs made of it would be wrong` };
}
