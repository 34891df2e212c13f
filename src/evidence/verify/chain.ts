import { EvidenceProblem, keyId, noHash, TileTree } from "../format/index.ts";
import { type Clock, joinClocks } from "./clock.ts";
import { checkLink, type RangeResult } from "./range.ts";
import type { Range, Segment } from "./segments.ts";
import type { StoredTiles } from "./stored-tiles.ts";
import type { Fault } from "./verification.ts";

/** From which entry on a key has to sign. */
interface KeyFrom {
  readonly publicKey: Buffer;
  readonly from: number;
}

/** What is known of a log up to some entry: it takes checked ranges in their order and joins them. */
export class Chain {
  readonly keys: KeyFrom[] = [];
  readonly #tree = new TileTree();
  readonly #tiles: StoredTiles;
  /** Roots at the sizes that somebody will ask for. */
  readonly #roots: Map<number, Buffer | undefined>;
  readonly #partialTilesAt: number | undefined;
  head = noHash;
  separate = 0;
  clock: Clock | undefined;
  artifacts = 0;
  artifactFault: Fault | undefined;

  constructor(tiles: StoredTiles, options: { rootsAt: readonly number[]; partialTilesAt: number | undefined }) {
    this.#tiles = tiles;
    this.#roots = new Map(options.rootsAt.map((size) => [size, undefined]));
    this.#partialTilesAt = options.partialTilesAt;
  }

  /** Good entries so far; also the sequence that must come next. */
  get size(): number {
    return this.#tree.size;
  }

  root(): Buffer {
    return this.#tree.root();
  }

  rootAt(size: number): Buffer | undefined {
    return this.#roots.get(size);
  }

  /** The key that has to sign the entry of this sequence. */
  keyFor(sequence: number): Buffer | undefined {
    return this.keys.findLast(({ from }) => from <= sequence)?.publicKey;
  }

  /** Adds what is good of a range, and says what is not. */
  add({ segment, start }: Range, result: RangeResult): Fault | undefined {
    const fault = (code: Fault["code"], message: string, offset = start, sequence = this.size): Fault => ({
      sequence,
      code,
      message,
      segment: segment.name,
      offset,
    });
    const { first } = result;
    if (start === 0 && segment.first !== this.size && first?.sequence === this.size) {
      return fault("MISNAMED_SEGMENT", misnamed(segment));
    }
    if (start === 0 && segment.first > this.size) {
      return fault("MISSING_SEGMENT", `a file is gone: the next one, ${segment.name}, begins with ${segment.first}`);
    }
    try {
      if (first !== undefined) checkLink(first, this.size, this.head);
    } catch (problem) {
      if (problem instanceof EvidenceProblem) return fault(problem.code, problem.message);
      throw problem;
    }
    const base = this.size;
    this.#take(result, base);
    return result.fault && fault(result.fault.code, result.fault.message, result.fault.offset, this.size);
  }

  #take(result: RangeResult, base: number): void {
    const leaves = Buffer.from(result.leaves.buffer, result.leaves.byteOffset, result.leaves.length);
    for (let at = 0; at < leaves.length; at += 32) this.#grow(leaves.subarray(at, at + 32));
    for (const { index, publicKey } of result.changes) {
      const sequence = base + index;
      // The entry that changes a key is the last of the old one; the first of a log is signed by the key it names.
      this.keys.push({ publicKey: Buffer.from(publicKey), from: sequence === 0 ? 0 : sequence + 1 });
    }
    this.head = result.lastHash ?? this.head;
    this.separate += result.separate;
    this.clock = joinClocks(this.clock, result.clock, base);
    this.artifacts += result.artifacts.checked;
    const bad = result.artifacts.first;
    if (bad) this.artifactFault ??= { sequence: base + bad.index, code: "BAD_ARTIFACT", message: bad.message };
  }

  #grow(leaf: Buffer): void {
    for (const tile of this.#tree.append(leaf)) this.#tiles.compare(tile);
    if (this.#roots.has(this.size)) this.#roots.set(this.size, this.root());
    if (this.#partialTilesAt === this.size) for (const tile of this.#tree.partial()) this.#tiles.compare(tile);
  }

  keyUses(trusted: readonly Uint8Array[]): { id: string; publicKey: string; from: number; trusted: boolean }[] {
    return this.keys.map(({ publicKey, from }) => ({
      id: keyId(publicKey),
      publicKey: publicKey.toString("base64"),
      from,
      trusted: trusted.some((key) => publicKey.equals(key)),
    }));
  }
}

export function misnamed({ name, first }: Segment): string {
  return `it is the first of ${name}, which is named after ${first}`;
}
