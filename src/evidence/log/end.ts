import { CompactRange, type Entry, EvidenceProblem, hashLine, keyId, leafHash, noHash } from "../format/index.ts";
import type { Place } from "./layout.ts";
import type { Line, Position } from "./lines.ts";

/** Where a log ends, and everything that is needed to go on from there. */
export interface End {
  /** How many entries there are: the sequence of the next one. */
  readonly size: number;
  readonly last: Place;
  /** Of the last line. */
  readonly hash: string;
  /** The id of the key that signs the next entry. */
  readonly key: string;
  /** Of the tree over all entries. It is changed in place: whoever may need to go back keeps a copy. */
  readonly range: CompactRange;
  /** Where the first of those entries is that no full tile has yet. */
  readonly block: Position;
  /** Where the next line goes. */
  readonly next: Position;
}

export const tileWidth = 256;

/** Before the first entry, which must be signed by this key. */
export function beginning(key: string): End {
  const next = { sequence: 0, segment: 0, offset: 0 };
  const last = { segment: 0, offset: 0, length: 0 };
  return { size: 0, last, hash: noHash, key, range: new CompactRange(), block: next, next };
}

/** The end after one more line, and who signs then. */
export function after(end: End, { place, bytes }: Omit<Line, "sequence">, key: string, hash = hashLine(bytes)): End {
  const { segment, offset, length } = place;
  end.range.append(leafHash(bytes));
  return {
    size: end.size + 1,
    last: place,
    hash,
    key,
    range: end.range,
    block: end.size % tileWidth === 0 ? { sequence: end.size, segment, offset } : end.block,
    next: { sequence: end.size + 1, segment, offset: offset + length + 1 },
  };
}

/** The key that must sign what comes after this entry. */
export function keyAfter(entry: Entry): string {
  return entry.type === "key" ? keyId(Buffer.from((entry as Entry<"key">).data.publicKey, "base64")) : entry.key;
}

export function copyOf(end: End): End {
  return { ...end, range: CompactRange.restore(end.range.size, end.range.hashes) };
}

/** Refuses an entry that is not the next one of this log. Its signature is another question. */
export function mustFollow(end: End, entry: Entry, origin: string, where: string): void {
  if (entry.log !== origin) throw damage("WRONG_LOG", `${where}: expected an entry of ${origin}, found ${entry.log}`);
  if (entry.sequence !== end.size) {
    throw damage("BROKEN_LINK", `${where}: expected sequence ${end.size}, found ${entry.sequence}`);
  }
  if (entry.previous !== end.hash) {
    const [expected, found] = [end.hash, entry.previous].map((hash) => hash.slice(0, 16));
    throw damage("BROKEN_LINK", `${where}: expected previous hash ${expected}, found ${found}`);
  }
  if (entry.key !== end.key) {
    throw damage("UNKNOWN_KEY", `${where}: expected a signature by key ${end.key}, found key ${entry.key}`);
  }
}

/** What no unfinished write explains is for people to look at: nothing was changed, and nothing will be. */
export function damage(code: EvidenceProblem["code"], message: string): EvidenceProblem {
  return new EvidenceProblem(code, message, {
    hint:
      "nothing was changed; `airworthy log verify` says what is still good; put the log's files back from a copy, " +
      "or keep them as they are and start another log",
  });
}
