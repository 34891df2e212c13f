import { createPublicKey, sign as ed25519Sign, verify as ed25519Verify, hash, type KeyObject } from "node:crypto";
import { signedBytes } from "./line.ts";
import { EvidenceProblem } from "./problem.ts";

/** Ed25519 over exactly these bytes. The bytes of every use begin differently, so none passes for another. */
export type Sign = (message: Uint8Array) => Buffer;

/** What the DER form of an Ed25519 public key has before its 32 bytes. */
const derPrefix = Buffer.from("302a300506032b6570032100", "hex");

/** Names a public key in entries: 16 bytes of a hash, in hex. */
export function keyId(publicKey: Uint8Array): string {
  return hash("sha256", Buffer.concat([Buffer.from("airworthy/key/1\0"), publicKey]), "hex").slice(0, 32);
}

export function signer(privateKey: KeyObject): Sign {
  if (privateKey.type !== "private" || privateKey.asymmetricKeyType !== "ed25519") {
    throw new EvidenceProblem("BAD_KEY", `expected an Ed25519 private key, found ${describe(privateKey)}`);
  }
  return (message) => ed25519Sign(null, message, privateKey);
}

/** The 32 bytes of a public key, from the public or the private half. */
export function rawPublicKey(key: KeyObject): Buffer {
  const half = key.type === "private" ? createPublicKey(key) : key;
  if (half.asymmetricKeyType !== "ed25519") {
    throw new EvidenceProblem("BAD_KEY", `expected an Ed25519 key, found ${describe(key)}`);
  }
  return half.export({ format: "der", type: "spki" }).subarray(derPrefix.length);
}

export function publicKeyObject(raw: Uint8Array): KeyObject {
  if (raw.length !== 32) throw new EvidenceProblem("BAD_KEY", `expected 32 bytes of a public key, found ${raw.length}`);
  try {
    return createPublicKey({ key: Buffer.concat([derPrefix, raw]), format: "der", type: "spki" });
  } catch (cause) {
    throw new EvidenceProblem("BAD_KEY", "these 32 bytes are not an Ed25519 public key", { cause });
  }
}

export function verifies(message: Uint8Array, signature: Uint8Array, publicKey: KeyObject): boolean {
  return ed25519Verify(null, message, publicKey, signature);
}

/** Whether the key signed this line. The line must have been read: its signature is taken from the entry. */
export function verifyEntrySignature(line: Uint8Array, signature: string, publicKey: KeyObject): boolean {
  return verifies(signedBytes(line), Buffer.from(signature, "base64"), publicKey);
}

function describe(key: KeyObject): string {
  return `${key.asymmetricKeyType ?? "a secret"} (${key.type})`;
}
