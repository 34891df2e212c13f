import assert from "node:assert/strict";
import { createPrivateKey, generateKeyPairSync, verify } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import type { Entry } from "./entry.ts";
import { newId } from "./id.ts";
import { keyId, signer } from "./keys.ts";
import { hashLine, longestLine, noHash, readEntry, verifyEntrySignature, writeLine } from "./line.ts";
import { leafHash } from "./merkle.ts";
import { EvidenceProblem } from "./problem.ts";
import { publicKeyObject, rawPublicKey } from "./public-key.ts";

/** A fixed key: what is made with it can be written down. */
const privateKey = createPrivateKey({
  key: Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), Buffer.alloc(32, 1)]),
  format: "der",
  type: "pkcs8",
});
const publicKey = rawPublicKey(privateKey);

const body: Omit<Entry<"log">, "signature"> = {
  format: "airworthy/1",
  log: "example.com/log",
  sequence: 0,
  previous: noHash,
  key: keyId(publicKey),
  id: "01890a5d-ac96-774b-bcce-b302099a8057",
  time: "2026-01-31T12:00:00.000Z",
  type: "log",
  actor: { kind: "human", id: "operator" },
  capture: { channel: "cli", custody: "shared" },
  data: { publicKey: publicKey.toString("base64") },
};
const line = writeLine(body, signer(privateKey));

test("The bytes of an entry, its hashes, its signature and the id of its key are frozen.", () => {
  assert.equal(publicKey.toString("hex"), "8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c");
  assert.equal(keyId(publicKey), "237c508945c5ed17b7e654d39e4b0023");
  assert.equal(
    line.toString(),
    '{"actor":{"id":"operator","kind":"human"},"capture":{"channel":"cli","custody":"shared"},"data":{"publicKey":"iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w="},"format":"airworthy/1","id":"01890a5d-ac96-774b-bcce-b302099a8057","key":"237c508945c5ed17b7e654d39e4b0023","log":"example.com/log","previous":"0000000000000000000000000000000000000000000000000000000000000000","sequence":0,"signature":"04l10xbGuFM2itJkIxQe5tWzyYdd0f+HFuXsR7k8FqUfMvmBT7X7d0zNxCGXcAGcDPP8yN62MzJXEDqs4+2lCg==","time":"2026-01-31T12:00:00.000Z","type":"log"}',
  );
  assert.equal(hashLine(line), "f14607471b7624b23a3293c9af2c08be3b6719e8f32d84b77d773d503866c6dd");
  assert.equal(leafHash(line).toString("hex"), "a039cb5d771303a0e056f6e1e8742122dd131bb0dd5af257c4053ef9b3726cc1");
});

test("The signature is over the domain and the canonical bytes without it.", () => {
  const { signature, ...unsigned } = JSON.parse(line.toString());
  const message = Buffer.from(`airworthy/entry/1\0${JSON.stringify(unsigned)}`);
  assert.ok(verify(null, message, publicKeyObject(publicKey), Buffer.from(signature, "base64")));
  assert.ok(verifyEntrySignature(line, signature, publicKeyObject(publicKey)));
  assert.ok(!verifyEntrySignature(line, signature, generateKeyPairSync("ed25519").publicKey));
});

test("The signature is found behind a text that looks like it.", () => {
  const actor = { kind: "human", id: ',"signature":"' } as const;
  const odd = writeLine({ ...body, actor, session: ',"signature":"' }, signer(privateKey));
  assert.ok(verifyEntrySignature(odd, readEntry(odd).signature, publicKeyObject(publicKey)));
});

test("What is read is what was written.", () => {
  const { signature, ...read } = readEntry(line);
  assert.deepEqual(read, body);
});

test("A writer refuses what readers would refuse, and says where it is.", () => {
  const wrong: [Partial<Record<keyof Entry, unknown>>, RegExp][] = [
    [{ actor: { kind: "robot", id: "x" } }, /^actor\.kind: expected one of agent, human, .*, found "robot"$/],
    [{ actor: { kind: "human", id: "" } }, /^actor\.id: expected a text that is not empty, found ""$/],
    [{ actor: { kind: "human", id: "x", age: 7 } }, /^actor: unknown member "age"$/],
    [{ capture: { channel: "cli" } }, /^capture: member "custody" is missing$/],
    [{ sequence: 1 }, /^type: "log" is the first entry of every log and no other, found "log" at sequence 1$/],
    [{ log: "two words" }, /^log: expected the name of a log/],
    [{ log: "plus+sign" }, /^log: expected the name of a log/],
    [{ trace: { trace: "00" } }, /^trace\.trace: expected 32 hex digits, found "00"$/],
    [{ type: "coverage", sequence: 1, data: [] }, /^data: expected an object, found a list$/],
    [
      { type: "import", sequence: 1, data: { format: "x", entries: 1, verified: true, head: "", left: ["a", 1] } },
      /^data\.left\[1\]: expected a text, found 1$/,
    ],
  ];
  for (const [change, message] of wrong) {
    const changed = { ...body, ...change } as typeof body;
    assert.throws(() => writeLine(changed, signer(privateKey)), { code: "MALFORMED_ENTRY", message });
  }
});

test("A line that is too long is refused before it is looked at.", () => {
  assert.throws(() => readEntry(Buffer.alloc(longestLine + 1, "{")), { message: /longer than 4194304 bytes/ });
});

test("Nesting without end is refused and not followed.", () => {
  assert.throws(() => readEntry(Buffer.from("[".repeat(longestLine))), { code: "MALFORMED_ENTRY" });
  const half = longestLine / 2 - 1000;
  const deep = line.toString().replace('"kind":"human"', `"kind":${"[".repeat(half)}${"]".repeat(half)}`);
  assert.throws(() => readEntry(Buffer.from(deep)), { code: "MALFORMED_ENTRY" });
});

function refusal(bytes: Uint8Array): EvidenceProblem | undefined {
  try {
    readEntry(bytes);
    return undefined;
  } catch (problem) {
    assert.ok(problem instanceof EvidenceProblem, `threw ${problem}`);
    assert.equal(problem.code, "MALFORMED_ENTRY");
    return problem;
  }
}

test("Whatever bytes a line has, they are read or refused, and nothing else is ever thrown.", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => refusal(bytes) !== undefined));
  fc.assert(fc.property(fc.json(), (words) => refusal(Buffer.from(words)) !== undefined));
  const pieces = fc.array(fc.tuple(fc.nat(line.length), fc.nat(8), fc.uint8Array({ maxLength: 8 })), { minLength: 1 });
  fc.assert(
    fc.property(pieces, (changes) => {
      let bytes: Buffer = line;
      for (const [at, gone, come] of changes) {
        bytes = Buffer.concat([bytes.subarray(0, at), come, bytes.subarray(at + gone)]);
      }
      refusal(bytes);
    }),
  );
});

test("There is one spelling of an entry: a changed line that is still read says something else.", () => {
  const before = readEntry(line);
  fc.assert(
    fc.property(fc.nat(line.length - 1), fc.integer({ min: 1, max: 255 }), (at, bits) => {
      const bytes = Buffer.from(line);
      bytes.writeUInt8(bytes.readUInt8(at) ^ bits, at);
      if (refusal(bytes) === undefined) assert.notDeepEqual(readEntry(bytes), before);
    }),
    { numRuns: 2000 },
  );
});

test("Ids are UUIDs of version 7 that begin with the time, and no two are the same.", () => {
  const ids = Array.from({ length: 1000 }, () => newId(0x0189_0a5d_ac96));
  assert.equal(new Set(ids).size, 1000);
  for (const id of ids) assert.match(id, /^01890a5d-ac96-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
