import { sha256 } from "./digest.ts";

/** The tree of RFC 6962, section 2.1. Leaves and nodes are hashed apart, so that a node never passes for a leaf. */

/** Filled anew for each hash; what goes before leaves and nodes stays in front. */
const leafInput = Buffer.alloc(64 * 1024, 0);
const nodeInput = Buffer.alloc(65, 1);

export function leafHash(line: Uint8Array): Buffer {
  if (line.length >= leafInput.length) return sha256(Buffer.concat([Buffer.from([0]), line]));
  leafInput.set(line, 1);
  return sha256(leafInput.subarray(0, line.length + 1));
}

export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  nodeInput.set(left, 1);
  nodeInput.set(right, 33);
  return sha256(nodeInput);
}

/** The right edge of a growing tree: one hash per full subtree, the largest first. All that appending needs. */
export class CompactRange {
  #size = 0;
  readonly #hashes: Buffer[] = [];

  /** Goes on from the hashes that another one had at this size. */
  static restore(size: number, hashes: readonly Buffer[]): CompactRange {
    const range = new CompactRange();
    range.#size = size;
    range.#hashes.push(...hashes);
    return range;
  }

  get size(): number {
    return this.#size;
  }

  /** The full subtrees, the largest first. */
  get hashes(): readonly Buffer[] {
    return this.#hashes;
  }

  append(leaf: Buffer): void {
    let hash = leaf;
    for (let size = this.#size; size % 2 === 1; size = (size - 1) / 2) {
      const left = this.#hashes.pop();
      if (left !== undefined) hash = nodeHash(left, hash);
    }
    this.#hashes.push(hash);
    this.#size += 1;
  }

  root(): Buffer {
    return foldRoots(this.#hashes);
  }
}

/** The root above full subtrees that stand side by side, the largest first. */
export function foldRoots(hashes: readonly Buffer[]): Buffer {
  return (
    hashes.reduceRight<Buffer | undefined>((right, left) => (right ? nodeHash(left, right) : left), undefined) ??
    sha256(Buffer.alloc(0))
  );
}
