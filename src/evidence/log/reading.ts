import { type Entry, publicKeyObject, verifyEntrySignature } from "../format/index.ts";
import { after, damage, type End, keyAfter, mustFollow } from "./end.ts";
import type { Identity } from "./identity.ts";
import type { KeyStore } from "./keys.ts";
import { type Place, segmentPath } from "./layout.ts";
import { LineReader } from "./lines.ts";
import { entryOrNothing, findTorn, type Torn } from "./torn.ts";

/** How a log ends, as far as its lines say. */
export interface Reading {
  readonly end: End;
  /** What the last writer did not finish. */
  readonly torn: Torn | undefined;
}

/**
 * Reads on from an end that is known to be good. Each line must follow from the one before and the last one must be
 * signed. That is enough: its signature covers the hash of the line before, and so on back to the start.
 */
export function readOn(log: Identity, keys: KeyStore, start: End): Reading {
  using reader = new LineReader(log.layout, start.next);
  let end = start;
  let last: { readonly entry: Entry; readonly bytes: Buffer; readonly where: string } | undefined;
  let unreadable: Place | undefined;
  for (let line = reader.next(); line !== undefined; line = reader.next()) {
    const entry = entryOrNothing(line.bytes);
    if (entry === undefined) {
      unreadable = line.place;
      break;
    }
    const where = whereIs(log, line.place, line.sequence);
    mustFollow(end, entry, log.origin, where);
    end = after(end, line, keyAfter(entry));
    last = { entry, bytes: Buffer.from(line.bytes), where };
  }
  if (last !== undefined) mustBeSigned(log, keys, last);
  const { segment, offset } = unreadable ?? reader.position;
  const next = { sequence: end.size, segment, offset };
  const rest = unreadable !== undefined || reader.rest() > 0;
  return { end: { ...end, next }, torn: rest ? findTorn(log, next) : undefined };
}

export function whereIs(log: Identity, { segment, offset }: Place, sequence: number): string {
  return `${segmentPath(log.layout, segment)}: byte ${offset}: entry ${sequence}`;
}

function mustBeSigned(
  log: Identity,
  keys: KeyStore,
  { entry, bytes, where }: { entry: Entry; bytes: Buffer; where: string },
): void {
  const publicKey = entry.key === log.firstKey ? log.publicKey : keys.load(entry.key).publicKey;
  if (verifyEntrySignature(bytes, entry.signature, publicKeyObject(publicKey))) return;
  throw damage("BAD_SIGNATURE", `${where}: expected a signature by key ${entry.key}, found one that is wrong`);
}
