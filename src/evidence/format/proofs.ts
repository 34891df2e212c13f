import { nodeHash } from "./merkle.ts";
import { EvidenceProblem } from "./problem.ts";
import type { ReadHash } from "./tiles.ts";

/** Proofs of RFC 6962, sections 2.1.1 and 2.1.2; they are checked as RFC 9162 says. Sizes may pass 32 bits. */

/** That an entry is in the tree of that size: the hashes beside its way up, the lowest first. */
export async function proveInclusion(index: number, size: number, read: ReadHash): Promise<Buffer[]> {
  if (!(index >= 0 && index < size)) throw new EvidenceProblem("BAD_PROOF", `there is no entry ${index} among ${size}`);
  const path = async (begin: number, end: number): Promise<Buffer[]> => {
    if (end - begin === 1) return [];
    const middle = begin + split(end - begin);
    return index < middle
      ? [...(await path(begin, middle)), await rootBetween(middle, end, read)]
      : [...(await path(middle, end)), await rootBetween(begin, middle, read)];
  };
  return await path(0, size);
}

/** That the tree of the smaller size is the beginning of that of the larger. */
export async function proveConsistency(smaller: number, larger: number, read: ReadHash): Promise<Buffer[]> {
  if (!(smaller >= 1 && smaller <= larger)) {
    throw new EvidenceProblem("BAD_PROOF", `a tree of ${smaller} cannot be the beginning of one of ${larger}`);
  }
  const path = async (begin: number, end: number, known: boolean): Promise<Buffer[]> => {
    if (smaller === end) return known ? [] : [await rootBetween(begin, end, read)];
    const middle = begin + split(end - begin);
    return smaller <= middle
      ? [...(await path(begin, middle, known)), await rootBetween(middle, end, read)]
      : [...(await path(middle, end, false)), await rootBetween(begin, middle, read)];
  };
  return await path(0, larger, true);
}

/** The root that the proof leads to, or nothing where it does not have the form of a proof for this place. */
export function rootFromInclusion(
  leaf: Buffer,
  index: number,
  size: number,
  proof: readonly Buffer[],
): Buffer | undefined {
  if (!(index >= 0 && index < size)) return undefined;
  const place = { at: index, last: size - 1 };
  let hash = leaf;
  for (const beside of proof) {
    if (place.last === 0) return undefined;
    hash = goesRight(place) ? nodeHash(beside, hash) : nodeHash(hash, beside);
    climb(place);
  }
  return place.last === 0 ? hash : undefined;
}

export function isConsistent(
  smaller: { readonly size: number; readonly root: Buffer },
  larger: { readonly size: number; readonly root: Buffer },
  proof: readonly Buffer[],
): boolean {
  if (smaller.size < 1 || smaller.size > larger.size) return false;
  if (smaller.size === larger.size) return proof.length === 0 && smaller.root.equals(larger.root);
  const place = { at: smaller.size - 1, last: larger.size - 1 };
  while (isOdd(place.at)) halve(place);
  // A full tree is its own beginning, so the proof leaves its root out.
  const [first, ...rest] = place.at === 0 ? [smaller.root, ...proof] : proof;
  if (first === undefined) return false;
  let [before, after] = [first, first];
  for (const beside of rest) {
    if (place.last === 0) return false;
    if (goesRight(place)) {
      before = nodeHash(beside, before);
      after = nodeHash(beside, after);
    } else {
      after = nodeHash(after, beside);
    }
    climb(place);
  }
  return place.last === 0 && before.equals(smaller.root) && after.equals(larger.root);
}

/** A node on its level, and the last node there. */
interface Place {
  at: number;
  last: number;
}

const isOdd = (number: number) => number % 2 === 1;

function halve(place: Place): void {
  place.at = Math.floor(place.at / 2);
  place.last = Math.floor(place.last / 2);
}

/** Whether the next hash is to the left. The last node of a level may have no sibling: it goes up until it has one. */
function goesRight(place: Place): boolean {
  if (!isOdd(place.at) && place.at !== place.last) return false;
  while (!isOdd(place.at) && place.at !== 0) halve(place);
  return true;
}

const climb = halve;

/** The largest power of two that is smaller. */
function split(size: number): number {
  let power = 1;
  while (power * 2 < size) power *= 2;
  return power;
}

async function rootBetween(begin: number, end: number, read: ReadHash): Promise<Buffer> {
  const size = end - begin;
  if (Number.isInteger(Math.log2(size))) return await read(Math.log2(size), begin / size);
  const middle = begin + split(size);
  return nodeHash(await rootBetween(begin, middle, read), await rootBetween(middle, end, read));
}
