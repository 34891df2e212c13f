import { isUtf8 } from "node:buffer";
import { hash, type KeyObject } from "node:crypto";
import { canonical } from "./canonical.ts";
import type { Entry, EntryType } from "./entry.ts";
import { type Sign, verifies } from "./keys.ts";
import { EvidenceProblem } from "./problem.ts";
import { entry as entryShape } from "./shapes.ts";

/** The `previous` of the first entry. */
export const noHash = "0".repeat(64);

/** The longest line, without its newline: a reader never needs to hold more, whoever wrote the file. */
export const longestLine = 4 * 1024 * 1024;

/** What every signature of an entry begins with. */
export const domain = Buffer.from("airworthy/entry/1\0");
const signatureMember = Buffer.from(',"signature":"');
/** The member with its comma: 64 bytes are 88 characters in base64, and a quotation mark. */
const signatureLength = signatureMember.length + 88 + 1;
/** Used again for each line: most fit. */
const scratch = Buffer.alloc(64 * 1024);

/** What the next entry carries as `previous`: the line as it was written, signature included, newline not. */
export function hashLine(line: Uint8Array): string {
  return hash("sha256", line, "hex");
}

/** The line of an entry, without its newline. What readers would refuse is refused here, before it can spoil a log. */
export function writeLine<Type extends EntryType>(body: Omit<Entry<Type>, "signature">, sign: Sign): Buffer {
  const signature = sign(Buffer.concat([domain, Buffer.from(canonical(body))]));
  const line = Buffer.from(canonical({ ...body, signature: signature.toString("base64") }));
  readEntry(line);
  return line;
}

/**
 * Reads a line, given without its newline, from whoever holds the file. It must be valid UTF-8 and exactly the
 * canonical text of what it says; so there is one spelling of every entry and nothing beside it.
 */
export function readEntry(line: Uint8Array): Entry {
  mustNotBeLonger(line.length);
  if (!isUtf8(line)) throw malformed("not valid UTF-8");
  const text = Buffer.from(line.buffer, line.byteOffset, line.length).toString("utf8");
  const value = parse(text);
  const wrong = entryShape(value);
  if (wrong !== undefined) throw malformed(wrong);
  // Members are known and in order. What is left to differ is spacing, repeated members, and forms of numbers and texts.
  if (JSON.stringify(value) !== text) throw malformed(`not in canonical form ${firstDifference(text, value)}`);
  // JSON can spell half a surrogate pair, Unicode cannot. Canonical text escapes nothing else this way.
  if (text.includes("\\ud")) canonical(value);
  return value as Entry;
}

/** Whether the key signed this line, which must have been read before: `signature` is that of the entry. */
export function verifyEntrySignature(line: Uint8Array, signature: string, publicKey: KeyObject): boolean {
  return verifies(signedBytes(line), Buffer.from(signature, "base64"), publicKey);
}

/** What a signature is over: the domain, and the line without its member `signature`. Good until the next call. */
function signedBytes(line: Uint8Array): Uint8Array {
  const bytes = Buffer.from(line.buffer, line.byteOffset, line.length);
  // Within a text every quotation mark has a backslash before it, and after "signature" no member holds this name.
  const at = bytes.lastIndexOf(signatureMember);
  const length = domain.length + bytes.length - signatureLength;
  const signed = length > scratch.length ? Buffer.allocUnsafe(length) : scratch.subarray(0, length);
  domain.copy(signed);
  bytes.copy(signed, domain.length, 0, at);
  bytes.copy(signed, domain.length + at, at + signatureLength);
  return signed;
}

export function mustNotBeLonger(bytes: number): void {
  if (bytes > longestLine) throw malformed(`longer than ${longestLine} bytes`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw malformed(text === "" ? "an empty line" : "not JSON", cause);
  }
}

function firstDifference(text: string, value: unknown): string {
  const wanted = JSON.stringify(value);
  let at = 0;
  while (at < wanted.length && wanted[at] === text[at]) at += 1;
  const around = (words: string) => JSON.stringify(words.slice(Math.max(0, at - 10), at + 10));
  return `at character ${at}: expected ${around(wanted)}, found ${around(text)}`;
}

export function malformed(what: string, cause?: unknown): EvidenceProblem {
  return new EvidenceProblem("MALFORMED_ENTRY", what, { cause });
}
