import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import { messages } from "./frames.ts";

function frame(opcode: number, payload: Buffer, last = true): Buffer {
  const { length } = payload;
  const size = length < 126 ? Buffer.from([length]) : Buffer.alloc(length < 65_536 ? 3 : 9);
  if (size.length === 3) size.writeUInt16BE(length, 1);
  if (size.length === 9) size.writeBigUInt64BE(BigInt(length), 1);
  if (size.length > 1) size[0] = size.length === 3 ? 126 : 127;
  return Buffer.concat([Buffer.from([(last ? 0x80 : 0) | opcode]), size, payload]);
}

async function read(bytes: Buffer, piece: number, ahead = 0): Promise<string[]> {
  const pieces: Buffer[] = [];
  for (let at = ahead; at < bytes.length; at += piece) pieces.push(bytes.subarray(at, at + piece));
  const found: string[] = [];
  for await (const message of messages(Readable.from(pieces), bytes.subarray(0, ahead))) found.push(message.toString());
  return found;
}

const [small, medium, large] = [5, 300, 70_000].map((length) => Buffer.alloc(length, "x"));
const parts = [frame(2, Buffer.from("he"), false), frame(9, Buffer.from("ping")), frame(0, Buffer.from("llo"))];
const after = [...parts, frame(8, Buffer.from([3, 232])), frame(2, Buffer.from("too late"))];
const framed = (payloads: readonly (Buffer | undefined)[]) => payloads.map((each = Buffer.alloc(0)) => frame(2, each));
const short = Buffer.concat([...framed([small, medium]), ...after]);
const sent = Buffer.concat([...framed([small, medium, large]), ...after]);

for (const [what, bytes, piece, ahead] of [
  ["all at once", sent, sent.length, 0],
  ["with the first bytes ahead", sent, sent.length, 7],
  ["in pieces", sent, 1_000, 0],
  ["byte by byte", short, 1, 3],
] as const) {
  test(`Messages of all lengths are read that come ${what}, until the server closes.`, async () => {
    const expected = [small, medium, ...(bytes === sent ? [large] : []), "hello"].map(String);
    assert.deepEqual(await read(bytes, piece, ahead), expected);
  });
}

test("A connection that ends in the middle of a message ends the messages.", async () => {
  assert.deepEqual(await read(sent.subarray(0, 20), 4), [String(small)]);
});
