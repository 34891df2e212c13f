import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import fc from "fast-check";
import { frameOf, frames } from "./frames.ts";

async function readAll(chunks: readonly Uint8Array[]): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const message of frames(Readable.from(chunks, { objectMode: false }))) found.push(message);
  return found;
}

test("Messages come out as they went in, wherever the bytes between were cut.", async () => {
  const messages = fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(messages, fc.array(fc.nat(300), { maxLength: 12 }), async (sent, cuts) => {
      const bytes = Buffer.concat(sent.map(frameOf));
      const places = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
      const chunks = places
        .slice(1)
        .map((end, at) => bytes.subarray(places[at], end))
        .filter(({ length }) => length > 0);
      assert.deepEqual(await readAll(chunks), JSON.parse(JSON.stringify(sent)));
    }),
    { numRuns: 200 },
  );
});

test("Whoever hangs up in the middle of a frame has said nothing.", async () => {
  const bytes = Buffer.concat([frameOf({ a: 1 }), frameOf({ b: "text" })]);
  for (let length = frameOf({ a: 1 }).length; length < bytes.length; length += 1) {
    assert.deepEqual(await readAll([bytes.subarray(0, length)]), [{ a: 1 }]);
  }
});

test("A frame that is too large is refused by its length alone, on either side.", async () => {
  await assert.rejects(readAll([Buffer.from([0x02, 0x00, 0x00, 0x01])]), { code: "TOO_LARGE" });
  assert.throws(() => frameOf("x".repeat(32 * 1024 * 1024)), { code: "TOO_LARGE" });
});
