import { canonical } from "./canonical.ts";
import type { Draft, Entry } from "./entry.ts";
import type { Sign } from "./keys.ts";
import { domain, entryIn, mustNotBeLonger, noHash } from "./line.ts";

const domainText = domain.toString("latin1");

/** What an entry gets with its place in a log. */
export type EntryPlace = Pick<Entry, "log" | "sequence" | "previous" | "key">;

/** A draft that was checked, copied and spelled out: its place and its signature are all that is missing. */
export type PreparedEntry = (place: EntryPlace, sign: Sign) => { readonly entry: Entry; readonly line: Buffer };

/**
 * Does everything beforehand that needs no place, so that a writer holds its lock for little more than a signature.
 * Gives the same line as `writeLine`. What readers would refuse is refused here, with a place as long as places can be.
 */
export function prepareEntry(draft: Draft): PreparedEntry {
  const longest = { log: "x".repeat(200), sequence: Number.MAX_SAFE_INTEGER, previous: noHash, key: "0".repeat(32) };
  const sample = draft.type === "log" ? { ...longest, sequence: 0 } : longest;
  const signature = `${"A".repeat(86)}==`;
  const text = canonical({ ...draft, ...sample, format: "airworthy/1", signature });
  mustNotBeLonger(Buffer.byteLength(text));
  const value = entryIn(text);
  // A quotation mark within a text has a backslash before it, and no member after these holds others of these names.
  const [before, rest] = cut(text, members(sample));
  const [between, after] = cut(rest, signed(signature));

  return (place, sign) => {
    const start = `${before}${members(place)}${between}`;
    const signature = sign(Buffer.from(`${domainText}${start}${after}`)).toString("base64");
    return { entry: { ...value, ...place, signature }, line: Buffer.from(`${start}${signed(signature)}${after}`) };
  };
}

/** Neighbours in canonical order. */
function members({ key, log, previous, sequence }: EntryPlace): string {
  return `,"key":"${key}","log":"${log}","previous":"${previous}","sequence":${sequence}`;
}

function signed(signature: string): string {
  return `,"signature":"${signature}"`;
}

function cut(text: string, at: string): [string, string] {
  const begin = text.lastIndexOf(at);
  return [text.slice(0, begin), text.slice(begin + at.length)];
}
