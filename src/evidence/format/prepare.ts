import { canonical } from "./canonical.ts";
import type { Draft, Entry } from "./entry.ts";
import { inOrder } from "./in-order.ts";
import type { Sign } from "./keys.ts";
import { domain, malformed, mustNotBeLonger, noHash } from "./line.ts";
import { entry as entryShape } from "./shapes.ts";

/** What an entry gets with its place in a log. */
export type EntryPlace = Pick<Entry, "log" | "sequence" | "previous" | "key">;

/** A draft that was checked, copied and spelled out: its place and its signature are all that is missing. */
export type PreparedEntry = (place: EntryPlace, sign: Sign) => { readonly entry: Entry; readonly line: Buffer };

/** As long as a place can be. */
const sample = { log: "x".repeat(200), sequence: Number.MAX_SAFE_INTEGER, previous: noHash, key: "0".repeat(32) };
const first = { ...sample, sequence: 0 };
const signature = `${"A".repeat(86)}==`;
const [sampleMembers, firstMembers, signatureMember] = [members(sample), members(first), signed(signature)];

/**
 * Does everything beforehand that needs no place, so that a writer holds its lock for little more than a signature.
 * Gives the same line as `writeLine`. What readers would refuse is refused here, with a place as long as places can be.
 */
export function prepareEntry(draft: Draft): PreparedEntry {
  const isFirst = draft.type === "log";
  const given = { ...draft, ...(isFirst ? first : sample), format: "airworthy/1", signature };
  const value = inOrder(given) as Entry;
  const wrong = entryShape(value);
  if (wrong !== undefined) {
    // What has no form in JSON is refused there, with its place and the reason.
    canonical(given);
    throw malformed(wrong);
  }
  const text = JSON.stringify(value);
  // The same question as when it is read: all else that a text can hold is spelled in one way only.
  if (text.includes("\\ud")) canonical(value);
  const bytes = Buffer.from(text);
  mustNotBeLonger(bytes.length);
  // A quotation mark within a text has a backslash before it, and no member after these holds others of these names.
  const [before, rest] = cut(bytes, isFirst ? firstMembers : sampleMembers);
  const [between, after] = cut(rest, signatureMember);

  return (place, sign) => {
    const start = [before, members(place), between];
    const signature = sign(Buffer.concat([domain, ...start, after])).toString("base64");
    return { entry: { ...value, ...place, signature }, line: Buffer.concat([...start, signed(signature), after]) };
  };
}

/** Neighbours in canonical order. None of them needs more than ASCII. */
function members({ key, log, previous, sequence }: EntryPlace): Buffer {
  return Buffer.from(`,"key":"${key}","log":"${log}","previous":"${previous}","sequence":${sequence}`, "latin1");
}

function signed(signature: string): Buffer {
  return Buffer.from(`,"signature":"${signature}"`, "latin1");
}

function cut(bytes: Buffer, at: Buffer): [Buffer, Buffer] {
  const begin = bytes.lastIndexOf(at);
  return [bytes.subarray(0, begin), bytes.subarray(begin + at.length)];
}
