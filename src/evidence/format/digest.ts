import { hash } from "node:crypto";

/**
 * SHA-256 in 32 bytes. By way of a text, because every Buffer that the hash itself returns is a piece of memory of its
 * own outside the heap: twice the time, and for millions of hashes tens of megabytes that wait to be collected.
 */
export function sha256(bytes: Uint8Array): Buffer {
  return Buffer.from(hash("sha256", bytes, "binary"), "binary");
}
