import {
  type Entry,
  EvidenceProblem,
  hashLine,
  keyId,
  leafHash,
  openCheckpoint,
  parseProof,
  publicKeyObject,
  readEntry,
  rootFromInclusion,
  verifyEntrySignature,
} from "../format/index.ts";

export interface ProvenEntry {
  readonly entry: Entry;
  readonly hash: string;
  /** Entries that the checkpoint of the proof covers. */
  readonly size: number;
}

/** Checks a proof on its own, without the log: the entry is in the tree whose checkpoint the key signed. */
export function verifyProof(text: string, publicKey: Uint8Array | readonly Uint8Array[]): ProvenEntry {
  const keys = publicKey instanceof Uint8Array ? [publicKey] : publicKey;
  const { sequence, line, hashes, checkpoint: note } = parseProof(text);
  const checkpoint = openCheckpoint(note, keys);
  const entry = readEntry(line);
  if (entry.sequence !== sequence || entry.log !== checkpoint.origin) {
    throw bad(`entry ${sequence} of ${checkpoint.origin} was to be proven, found ${entry.sequence} of ${entry.log}`);
  }
  const root = rootFromInclusion(leafHash(line), sequence, checkpoint.size, hashes);
  if (!root?.equals(checkpoint.root)) throw bad(`entry ${sequence} is not in the tree of its checkpoint`);
  // After a change of keys the entry may be from another key than the checkpoint, which then vouches for it alone.
  const key = keys.find((one) => keyId(one) === entry.key);
  if (key !== undefined && !verifyEntrySignature(line, entry.signature, publicKeyObject(key))) {
    throw new EvidenceProblem("BAD_SIGNATURE", `proof: the key ${entry.key} did not sign entry ${sequence}`);
  }
  return { entry, hash: hashLine(line), size: checkpoint.size };
}

function bad(what: string): EvidenceProblem {
  return new EvidenceProblem("BAD_PROOF", `proof: ${what}`);
}
