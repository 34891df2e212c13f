import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { canonical } from "./canonical.ts";

test("Members are written in the order of their UTF-16 code units, as RFC 8785 has them.", () => {
  // From section 3.2.3 of the RFC: the order of code units is not that of code points.
  const members = { "\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\u{1f600}": 5, "\u0080": 6, "\u00f6": 7 };
  assert.equal(canonical(members), '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"\u{1f600}":5,"\ufb33":3}');
});

test("Text is escaped where it must be and nowhere else.", () => {
  assert.equal(canonical('\u20ac$\u000f\nA\'B"\\\\"/'), '"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"');
  assert.equal(canonical("\b\t\n\f\r\u0000\u001f\u007f\u2028"), '"\\b\\t\\n\\f\\r\\u0000\\u001f\u007f\u2028"');
});

test("What has no one form that all languages share is refused, and the place is named.", () => {
  const refused: [unknown, RegExp][] = [
    [{ a: [1, { b: undefined }] }, /a\[1\]\.b: cannot record undefined/],
    [{ cost: Number.NaN }, /cost: cannot record NaN: numbers must be safe integers/],
    [{ half: 0.5 }, /half: cannot record 0.5/],
    [{ large: 2 ** 53 }, /large: cannot record 9007199254740992/],
    [Number.POSITIVE_INFINITY, /value: cannot record/],
    [{ word: "\ud800" }, /word: cannot record half a surrogate pair/],
    [{ "\udfff": 1 }, /cannot record half a surrogate pair/],
    [10n, /cannot record a bigint/],
    [() => 1, /cannot record a function/],
    [Symbol("x"), /cannot record a symbol/],
    [{ when: new Date(0) }, /when: cannot record a Date/],
    [{ bytes: Buffer.from("x") }, /bytes: cannot record a Buffer/],
    [new Map(), /cannot record a Map/],
    [Object.assign([1], { 2: 3 }), /\[1\]: cannot record undefined/],
  ];
  for (const [value, message] of refused) {
    assert.throws(() => canonical(value), { name: "EvidenceProblem", code: "MALFORMED_ENTRY", message });
  }
});

test("A value that contains itself is refused, not followed for ever.", () => {
  const loop: Record<string, unknown> = {};
  loop.loop = loop;
  assert.throws(() => canonical(loop), { code: "MALFORMED_ENTRY", message: /at most 32 levels/ });
});

test("Zero has one form.", () => {
  assert.equal(canonical([-0, 0]), "[0,0]");
});

const text = fc.string({ unit: "binary" });
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: "small" },
    text,
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("any")),
    fc.dictionary(text, tie("any")),
  ),
})).any;

const sorted = (any: unknown): unknown => {
  if (Array.isArray(any)) return any.map(sorted);
  if (typeof any !== "object" || any === null) return any;
  // Names like "1" come first in every object of this language, so the order of entries is compared, not of objects.
  return Object.entries(any)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inside]) => [name, sorted(inside)]);
};

test("Any value comes back as itself, and has one form however its members were put in.", () => {
  fc.assert(
    fc.property(value, (any) => {
      const words = canonical(any);
      assert.deepEqual(JSON.parse(words), JSON.parse(JSON.stringify(any)));
      assert.equal(canonical(JSON.parse(words)), words);
      const reversed = JSON.parse(words, (_, inside) =>
        typeof inside === "object" && inside !== null && !Array.isArray(inside)
          ? Object.fromEntries(Object.entries(inside).reverse())
          : inside,
      );
      assert.equal(canonical(reversed), words);
    }),
  );
});

test("It is what JSON writes of the same value with its members sorted.", () => {
  const plain = fc.dictionary(fc.stringMatching(/^[a-zA-Z_]+$/), fc.oneof(text, fc.maxSafeInteger(), fc.boolean()));
  fc.assert(
    fc.property(plain, (any) => {
      assert.equal(canonical(any), JSON.stringify(Object.fromEntries(sorted(any) as [string, unknown][])));
    }),
  );
});
