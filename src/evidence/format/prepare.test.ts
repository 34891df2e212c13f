import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import type { Draft } from "./entry.ts";
import { newId } from "./id.ts";
import { keyId, signer } from "./keys.ts";
import { longestLine, noHash, readEntry, writeLine } from "./line.ts";
import { prepareEntry } from "./prepare.ts";
import { rawPublicKey } from "./public-key.ts";

const { privateKey } = generateKeyPairSync("ed25519");
const sign = signer(privateKey);
const key = keyId(rawPublicKey(privateKey));

const draft = (text: string, more: Partial<Draft> = {}): Draft<"anomaly"> => ({
  id: newId(),
  time: "2026-01-31T23:59:59.999Z",
  type: "anomaly",
  actor: { kind: "agent", id: text === "" ? "pilot" : text },
  capture: { channel: "exec", custody: "shared" },
  data: { kind: "mismatch", prescription: text, text },
  ...(more as Partial<Draft<"anomaly">>),
});

test("A prepared entry gives the line that writing it at once gives, whatever its texts are.", () => {
  const texts = fc.oneof(
    fc.string({ unit: "grapheme" }),
    // What the parts of a line look like.
    fc.constantFrom(
      `,"key":"${"0".repeat(32)}","log":"${"x".repeat(200)}","previous":"${noHash}","sequence":9007199254740991`,
      `,"signature":"${"A".repeat(86)}=="`,
      '\\"',
    ),
  );
  fc.assert(
    fc.property(texts, fc.option(texts, { nil: undefined }), fc.nat(), (text, session, number) => {
      const given = draft(text, session === undefined ? {} : { session });
      const place = { log: "example.org/log", sequence: number + 1, previous: "1".repeat(64), key };
      const { line, entry } = prepareEntry(given)(place, sign);
      assert.equal(line.toString(), writeLine({ ...given, ...place, format: "airworthy/1" }, sign).toString());
      assert.deepEqual(entry, readEntry(line));
    }),
  );
});

test("What readers would refuse is refused before an entry has its place.", () => {
  assert.throws(() => prepareEntry({ ...draft("x"), more: 1 } as Draft), {
    code: "MALFORMED_ENTRY",
    message: /"more"/,
  });
  assert.throws(() => prepareEntry(draft("x", { time: "today" })), { message: /time: expected/ });
  assert.throws(() => prepareEntry({ ...draft("x"), session: undefined } as unknown as Draft), { message: /session/ });
  assert.throws(() => prepareEntry(draft("x".repeat(longestLine / 2))), { message: /longer than/ });
});

test("What has no form in JSON is refused with its place, wherever in a draft it is.", () => {
  const loop: Record<string, unknown> = {};
  loop.loop = loop;
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`m${at}`, at]));
  const refused: [object, RegExp][] = [
    [{ actor: Object.assign(new (class Pilot {})(), { kind: "agent", id: "pilot" }) }, /^actor: cannot record a Pilot/],
    [{ actor: { kind: "agent", id: new String("pilot") } }, /^actor\.id: cannot record a String/],
    [{ data: { kind: "mismatch", prescription: "x", text: "\ud800" } }, /^data\.text: cannot record half a surrogate/],
    [{ data: loop }, /at most 32 levels/],
    [{ data: new Array(1) }, /^data\[0\]: cannot record undefined/],
    [{ actor: JSON.parse('{"kind":"agent","id":"pilot","__proto__":{"model":"m"}}') }, /^actor: expected an object/],
    [{ actor: many }, /^actor: unknown member "m0"/],
    [{ capture: { custody: "shared", channel: "exec", "10": 1 } }, /^capture: unknown member "10"/],
  ];
  for (const [more, message] of refused) {
    assert.throws(() => prepareEntry({ ...draft("x"), ...more } as Draft), { code: "MALFORMED_ENTRY", message });
  }
});

test("Texts that only look like half a surrogate pair are taken.", () => {
  const { entry, line } = prepareEntry(draft("\\ud800 and \u{1f600}"))(
    { log: "a", sequence: 1, previous: noHash, key },
    sign,
  );
  assert.deepEqual(entry, readEntry(line));
});

test("Later changes to the draft do not reach the entry.", () => {
  const given = draft("before");
  const prepared = prepareEntry(given);
  (given.data as { text: string }).text = "after";
  const { entry } = prepared({ log: "a", sequence: 1, previous: noHash, key }, sign);
  assert.equal((entry.data as { text: string }).text, "before");
});
