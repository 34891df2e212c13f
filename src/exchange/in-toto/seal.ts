import { type KeyObject, verify } from "node:crypto";
import { keyId, publicKeyObject, rawPublicKey, signer } from "../../evidence/index.ts";
import { ExchangeProblem } from "../problem.ts";
import { type Envelope, preAuthentication, statementType } from "./envelope.ts";

/** Puts an in-toto statement into a signed envelope. */
export function seal(payload: Uint8Array, privateKey: KeyObject): Envelope {
  const signature = signer(privateKey)(preAuthentication(statementType, payload));
  return {
    payloadType: statementType,
    payload: Buffer.from(payload).toString("base64"),
    signatures: [{ keyid: keyId(rawPublicKey(privateKey)), sig: signature.toString("base64") }],
  };
}

/** What is in an envelope that one of these keys signed, and which. */
export function unseal<Key extends Uint8Array>(text: string, keys: readonly Key[]): { payload: Buffer; key: Key } {
  const { payloadType, payload: encoded, signatures } = parseEnvelope(text);
  const payload = Buffer.from(encoded, "base64");
  const message = preAuthentication(payloadType, payload);
  const key = keys.find((candidate) =>
    signatures.some(({ sig }) => verify(null, message, publicKeyObject(candidate), Buffer.from(sig, "base64"))),
  );
  if (!key)
    throw badEnvelope(`signatures: expected one of ${keys.map(keyId).join(", ") || "no key"}, found none that fits`);
  if (payloadType !== statementType) {
    throw badEnvelope(`payloadType: expected ${statementType}, found ${JSON.stringify(payloadType)}`);
  }
  return { payload, key };
}

function parseEnvelope(text: string): Envelope {
  try {
    const { payloadType, payload, signatures } = JSON.parse(text) as Envelope;
    const isWhole = typeof payloadType === "string" && typeof payload === "string" && Array.isArray(signatures);
    if (isWhole && signatures.every((one) => typeof one?.sig === "string")) return { payloadType, payload, signatures };
  } catch {
    // Said below, as for any other text that is no envelope.
  }
  throw badEnvelope("expected a DSSE envelope with payloadType, payload and signatures");
}

export function badEnvelope(message: string, cause?: unknown): ExchangeProblem {
  return new ExchangeProblem("BAD_ENVELOPE", message, {
    cause,
    hint: "ask whoever made it for the envelope and for the public key of the log",
  });
}
