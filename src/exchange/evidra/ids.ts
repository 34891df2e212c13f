import { hash } from "node:crypto";

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const form = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** The 128 bits of a ULID, which are 48 of time and 80 at random. */
function bitsOf(ulid: string): bigint | undefined {
  if (!form.test(ulid)) return undefined;
  return [...ulid].reduce((bits, sign) => bits * 32n + BigInt(alphabet.indexOf(sign)), 0n);
}

/**
 * The id that an entry of Evidra's has here: a UUID of version 7 with the same time. It follows from the old one, so
 * whoever has an old id finds the entry, and what was taken over once is recognised.
 */
export function idFrom(evidraId: string, timestamp: string): string {
  const bits = bitsOf(evidraId);
  const ms = bits === undefined ? BigInt(Math.max(0, Date.parse(timestamp))) : bits >> 80n;
  const time = ms.toString(16).padStart(12, "0").slice(-12);
  const rest = hash("sha256", `evidra:${evidraId}`, "hex");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6, 18)}`;
}

/** A trace's id as OpenTelemetry has it. A ULID has as many bits; other words have no place. */
export function traceFrom(text: string): string | undefined {
  if (/^[0-9a-f]{32}$/.test(text) && !/^0+$/.test(text)) return text;
  return bitsOf(text)?.toString(16).padStart(32, "0");
}

export function spanFrom(text: string): string | undefined {
  return /^[0-9a-f]{16}$/.test(text) && !/^0+$/.test(text) ? text : undefined;
}
