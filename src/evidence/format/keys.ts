import { sign as ed25519Sign, verify as ed25519Verify, type KeyObject } from "node:crypto";
import { sha256 } from "./digest.ts";
import { EvidenceProblem } from "./problem.ts";

/** Ed25519 over exactly these bytes. The bytes of every use begin differently, so none passes for another. */
export type Sign = (message: Uint8Array) => Buffer;

/** Names a public key in entries: 16 bytes of a hash, in hex. */
export function keyId(publicKey: Uint8Array): string {
  return sha256(Buffer.concat([Buffer.from("airworthy/key/1\0"), publicKey])).toString("hex", 0, 16);
}

/** Names a public key, together with the name of who signs, in signed notes: type 1 of C2SP signed-note is Ed25519. */
export function noteKeyHash(name: string, publicKey: Uint8Array): Buffer {
  const input = Buffer.concat([Buffer.from(`${name}\n`), Buffer.from([1]), publicKey]);
  return sha256(input).subarray(0, 4);
}

export function signer(privateKey: KeyObject): Sign {
  if (privateKey.type !== "private" || privateKey.asymmetricKeyType !== "ed25519") {
    const found = `${privateKey.asymmetricKeyType ?? "symmetric"} (${privateKey.type})`;
    throw new EvidenceProblem("BAD_KEY", `expected an Ed25519 private key, found ${found}`);
  }
  return (message) => ed25519Sign(null, message, privateKey);
}

export function verifies(message: Uint8Array, signature: Uint8Array, publicKey: KeyObject): boolean {
  return ed25519Verify(null, message, publicKey, signature);
}
