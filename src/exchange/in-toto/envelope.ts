/** DSSE: bytes, what kind of bytes they are, and signatures over both. */
export interface Envelope {
  readonly payloadType: string;
  /** Base64. */
  readonly payload: string;
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
}

export const statementType = "application/vnd.in-toto+json";

/** What a signature of an envelope is over. Nothing else that this key signs begins like this. */
export function preAuthentication(payloadType: string, payload: Uint8Array): Buffer {
  const type = Buffer.from(payloadType);
  return Buffer.concat([Buffer.from(`DSSEv1 ${type.length} `), type, Buffer.from(` ${payload.length} `), payload]);
}
