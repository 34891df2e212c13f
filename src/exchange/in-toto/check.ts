import {
  canonical,
  type Entry,
  hashLine,
  keyId,
  publicKeyObject,
  readEntry,
  verifyEntrySignature,
  verifyProof,
} from "../../evidence/index.ts";
import { messageOf } from "../../problem/index.ts";
import { badEnvelope, unseal } from "./seal.ts";
import { predicateType, type Statement, statementOf } from "./statement.ts";

export interface Attested {
  readonly entry: Entry;
  /** Hash of its line. */
  readonly hash: string;
  /** Id of the key that signed the envelope. */
  readonly key: string;
  /** Whether the key that signed the entry itself is known too, and did. */
  readonly isEntrySigned: boolean;
  /** Whether it was shown to be in its log. */
  readonly isProven: boolean;
}

/** Opens an envelope that one of these keys signed, and checks that everything in it is about the entry in it. */
export function checkEnvelope(text: string, keys: readonly Uint8Array[]): Attested {
  const { payload, key } = unseal(text, keys);
  const { entry, line, proof } = readStatement(payload);
  const signedBy = keys.find((candidate) => keyId(candidate) === entry.key);
  const isEntrySigned =
    signedBy !== undefined && verifyEntrySignature(line, entry.signature, publicKeyObject(signedBy));
  if (signedBy && !isEntrySigned)
    throw badEnvelope(`predicate.entry: expected a signature of key ${entry.key}, found another`);
  if (proof !== undefined) checkProof(proof, hashLine(line), keys);
  return { entry, hash: hashLine(line), key: keyId(key), isEntrySigned, isProven: proof !== undefined };
}

/** A statement must be the one that is made of its entry, to the byte. Nothing else can be said under this type. */
function readStatement(payload: Buffer): { entry: Entry; line: Buffer; proof: string | undefined } {
  let statement: Statement;
  let line: Buffer;
  let entry: Entry;
  try {
    statement = JSON.parse(payload.toString("utf8"));
    line = Buffer.from(canonical(statement.predicate.entry));
    entry = readEntry(line);
  } catch (cause) {
    throw badEnvelope(`payload: expected a statement with an entry: ${messageOf(cause)}`, cause);
  }
  if (statement.predicateType !== predicateType) {
    throw badEnvelope(`predicateType: expected ${predicateType}, found ${JSON.stringify(statement.predicateType)}`);
  }
  const { proof } = statement.predicate;
  const expected = statementOf({ entry, hash: hashLine(line) }, proof);
  if (canonical(expected) !== payload.toString("utf8")) {
    throw badEnvelope(`payload: expected ${JSON.stringify(expected.subject)} and nothing else, found something else`);
  }
  return { entry, line, proof };
}

function checkProof(proof: string, hash: string, keys: readonly Uint8Array[]): void {
  let proven: string;
  try {
    proven = verifyProof(proof, keys).hash;
  } catch (cause) {
    throw badEnvelope(`predicate.proof: ${messageOf(cause)}`, cause);
  }
  if (proven !== hash) throw badEnvelope(`predicate.proof: expected a proof for ${hash}, found one for ${proven}`);
}
