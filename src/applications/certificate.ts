import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import type { Variant } from "./variant.ts";

/** An authority of a variant: its keys follow from the seed, so that every plan has the same certificates. */
export interface Authority {
  /** What its callers trust, as PEM. */
  readonly cert: string;
  /** A certificate for one name, with its key, both as PEM. It ends with the year before this one. */
  issue(host: string, before?: number): { readonly cert: string; readonly key: string };
}

const began = 2024;
const farAway = 2049;

export function authorityOf(variant: Variant, name: string): Authority {
  const own = keyOf(variant, name);
  return {
    cert: certificate({ subject: name, issuer: name, key: own, signer: own, before: farAway, host: undefined }),
    issue: (host, before = farAway) => {
      const key = keyOf(variant, `${name}/${host}/${before}`);
      return {
        cert: certificate({ subject: host, issuer: name, key, signer: own, before, host }),
        key: key.export({ type: "pkcs8", format: "pem" }).toString(),
      };
    },
  };
}

/** Any 32 bytes are a private key of Ed25519, whose signatures have nothing random about them either. */
function keyOf({ seed }: Variant, what: string): KeyObject {
  const bytes = createHash("sha256").update(`${seed}/certificate/${what}`).digest();
  const head = Buffer.from("302e020100300506032b657004220420", "hex");
  return createPrivateKey({ key: Buffer.concat([head, bytes]), format: "der", type: "pkcs8" });
}

interface Content {
  readonly subject: string;
  readonly issuer: string;
  readonly key: KeyObject;
  readonly signer: KeyObject;
  readonly before: number;
  /** The name it is good for; an authority has none. */
  readonly host: string | undefined;
}

const ed25519 = sequence(tagged(0x06, Buffer.from("2b6570", "hex")));

/** X.509, version 3 (RFC 5280). */
function certificate({ subject, issuer, key, signer, before, host }: Content): string {
  const content = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, serialOf(`${subject}/${issuer}/${before}`)),
    ed25519,
    nameOf(issuer),
    sequence(yearOf(began), yearOf(before)),
    nameOf(subject),
    createPublicKey(key).export({ type: "spki", format: "der" }),
    tagged(0xa3, sequence(host === undefined ? isAuthority : isGoodFor(host))),
  );
  const signature = tagged(0x03, Buffer.concat([Buffer.from([0]), sign(null, content, signer)]));
  const lines =
    sequence(content, ed25519, signature)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

/** Critical, because an authority is one or is none. */
const isAuthority = sequence(
  tagged(0x06, Buffer.from("551d13", "hex")),
  tagged(0x01, Buffer.from([0xff])),
  tagged(0x04, sequence(tagged(0x01, Buffer.from([0xff])))),
);

function isGoodFor(host: string): Buffer {
  const names = sequence(tagged(0x82, Buffer.from(host)));
  return sequence(tagged(0x06, Buffer.from("551d11", "hex")), tagged(0x04, names));
}

function nameOf(commonName: string): Buffer {
  const attribute = sequence(tagged(0x06, Buffer.from("550403", "hex")), tagged(0x0c, Buffer.from(commonName)));
  return sequence(tagged(0x31, attribute));
}

/** The first moment of a year of this century's first half. */
function yearOf(year: number): Buffer {
  return tagged(0x17, Buffer.from(`${String(year).slice(2)}0101000000Z`));
}

function serialOf(text: string): Buffer {
  const bytes = createHash("sha256").update(text).digest().subarray(0, 12);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40; // positive, and never with a leading zero
  return bytes;
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function tagged(tag: number, content: Buffer): Buffer {
  const size = content.length;
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}
