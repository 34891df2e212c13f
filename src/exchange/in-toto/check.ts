import { verify } from "node:crypto";
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
import { ExchangeProblem } from "../problem.ts";
import { type Envelope, preAuthentication, statementType } from "./envelope.ts";
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
  const envelope = parseEnvelope(text);
  const payload = Buffer.from(envelope.payload, "base64");
  const message = preAuthentication(envelope.payloadType, payload);
  const key = keys.find((candidate) =>
    envelope.signatures.some(({ sig }) =>
      verify(null, message, publicKeyObject(candidate), Buffer.from(sig, "base64")),
    ),
  );
  if (!key) throw bad(`signatures: expected one of ${keys.map(keyId).join(", ") || "no key"}, found none that fits`);
  if (envelope.payloadType !== statementType) {
    throw bad(`payloadType: expected ${statementType}, found ${JSON.stringify(envelope.payloadType)}`);
  }

  const { entry, line, proof } = readStatement(payload);
  const signedBy = keys.find((candidate) => keyId(candidate) === entry.key);
  const isEntrySigned =
    signedBy !== undefined && verifyEntrySignature(line, entry.signature, publicKeyObject(signedBy));
  if (signedBy && !isEntrySigned) throw bad(`predicate.entry: expected a signature of key ${entry.key}, found another`);
  if (proof !== undefined) checkProof(proof, hashLine(line), keys);
  return { entry, hash: hashLine(line), key: keyId(key), isEntrySigned, isProven: proof !== undefined };
}

function parseEnvelope(text: string): Envelope {
  try {
    const { payloadType, payload, signatures } = JSON.parse(text) as Envelope;
    const isWhole = typeof payloadType === "string" && typeof payload === "string" && Array.isArray(signatures);
    if (isWhole && signatures.every((one) => typeof one?.sig === "string")) return { payloadType, payload, signatures };
  } catch {
    // Said below, as for any other text that is no envelope.
  }
  throw bad("expected a DSSE envelope with payloadType, payload and signatures");
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
    throw bad(`payload: expected a statement with an entry: ${messageOf(cause)}`, cause);
  }
  if (statement.predicateType !== predicateType) {
    throw bad(`predicateType: expected ${predicateType}, found ${JSON.stringify(statement.predicateType)}`);
  }
  const { proof } = statement.predicate;
  const expected = statementOf({ entry, hash: hashLine(line) }, proof);
  if (canonical(expected) !== payload.toString("utf8")) {
    throw bad(`payload: expected ${JSON.stringify(expected.subject)} and nothing else, found something else`);
  }
  return { entry, line, proof };
}

function checkProof(proof: string, hash: string, keys: readonly Uint8Array[]): void {
  let proven: string;
  try {
    proven = verifyProof(proof, keys).hash;
  } catch (cause) {
    throw bad(`predicate.proof: ${messageOf(cause)}`, cause);
  }
  if (proven !== hash) throw bad(`predicate.proof: expected a proof for ${hash}, found one for ${proven}`);
}

function bad(message: string, cause?: unknown): ExchangeProblem {
  return new ExchangeProblem("BAD_ENVELOPE", message, {
    cause,
    hint: "ask whoever made it for the envelope and for the public key of the log",
  });
}
