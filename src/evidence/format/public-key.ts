import { createPublicKey, type KeyObject } from "node:crypto";
import { fromBase64 } from "./base64.ts";
import { noteKeyHash } from "./keys.ts";
import { EvidenceProblem, show } from "./problem.ts";

/** What the DER form of an Ed25519 public key has before its 32 bytes. */
const derPrefix = Buffer.from("302a300506032b6570032100", "hex");

/** The points of small order, without the sign of x. Anybody can make signatures that such a key seems to have made. */
const weak = new Set([
  "0000000000000000000000000000000000000000000000000000000000000000",
  "0100000000000000000000000000000000000000000000000000000000000000",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
]);

export function publicKeyObject(raw: Uint8Array): KeyObject {
  if (raw.length !== 32) throw bad(`expected the 32 bytes of a public key, found ${raw.length}`);
  const withoutSign = Buffer.from(raw);
  withoutSign.writeUInt8(withoutSign.readUInt8(31) & 0x7f, 31);
  if (weak.has(withoutSign.toString("hex"))) throw bad("a public key of small order, under which anybody can sign");
  try {
    return createPublicKey({ key: Buffer.concat([derPrefix, raw]), format: "der", type: "spki" });
  } catch (cause) {
    throw bad("these 32 bytes are not an Ed25519 public key", cause);
  }
}

/** The 32 bytes of a public key, from the public or the private half. */
export function rawPublicKey(key: KeyObject): Buffer {
  const half = key.type === "private" ? createPublicKey(key) : key;
  if (half.asymmetricKeyType !== "ed25519") throw bad(`expected an Ed25519 key, found ${half.asymmetricKeyType}`);
  // In this form the bytes come as they are; for others OpenSSL first gets its encoders ready, at every start of ours.
  return Buffer.from(half.export({ format: "jwk" }).x ?? "", "base64url");
}

/** The 32 bytes of a public key in any of its written forms: PEM, base64, or the verifier key of a signed note. */
export function readPublicKey(text: string): Buffer {
  const trimmed = text.trim();
  const raw = trimmed.startsWith("-----BEGIN") ? fromPem(trimmed) : (fromVerifierKey(trimmed) ?? fromBase64(trimmed));
  if (raw?.length !== 32) throw bad(`expected a public key as PEM, base64 or NAME+HASH+KEY, found ${show(trimmed)}`);
  publicKeyObject(raw);
  return raw;
}

function fromPem(text: string): Buffer {
  // A private key would be turned into its public half here; whoever hands one over should hear of it instead.
  if (!text.startsWith("-----BEGIN PUBLIC KEY-----")) throw bad("expected a PUBLIC KEY in PEM, found something else");
  try {
    return rawPublicKey(createPublicKey(text));
  } catch (cause) {
    throw cause instanceof EvidenceProblem ? cause : bad("the PEM text is damaged", cause);
  }
}

/** The form that tools around C2SP logs take: name, key hash and key with its type, joined by plus signs. */
function fromVerifierKey(text: string): Buffer | undefined {
  const [, name = "", hash = "", encoded = ""] = /^([^\s+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text) ?? [];
  const bytes = fromBase64(encoded);
  if (bytes?.length !== 33 || bytes[0] !== 1) return undefined;
  const raw = bytes.subarray(1);
  return noteKeyHash(name, raw).toString("hex") === hash ? raw : undefined;
}

function bad(what: string, cause?: unknown): EvidenceProblem {
  return new EvidenceProblem("BAD_KEY", what, { cause });
}
