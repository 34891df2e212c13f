import { randomUUID } from "node:crypto";

/** A UUID of version 7: its first 48 bits are the milliseconds of the clock, the others are random. */
export function newId(now: number = Date.now()): string {
  const time = now.toString(16).padStart(12, "0");
  // From a random one, which Node has in stock, with the two bits of the variant in it.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
