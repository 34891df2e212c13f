import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { differences } from "./diff.ts";

test("Named things in lists are compared by name; JSON within text is opened; of long texts the lines that differ are told.", () => {
  const before = {
    spec: {
      containers: [
        { name: "a", image: "a:1" },
        { name: "b", image: "b:1" },
      ],
    },
    data: { flags: '{"on":{"cart":false}}', "app.yaml": "one: 1\ntwo: 2\n" },
  };
  const after = {
    spec: {
      containers: [
        { name: "new", image: "n" },
        { name: "a", image: "a:2" },
        { name: "b", image: "b:1" },
      ],
    },
    data: { flags: '{"on":{"cart":true}}', "app.yaml": "one: 1\ntwo: 3\n" },
  };
  assert.deepEqual(differences(before, after, 10), [
    { path: "spec.containers[a].image", from: "a:1", to: "a:2" },
    { path: "spec.containers[new]", to: { name: "new", image: "n" } },
    { path: "data.flags.on.cart", from: false, to: true },
    { path: 'data["app.yaml"]', from: "two: 2", to: "two: 3" },
  ]);
  assert.equal(differences(before, after, 2).length, 2);
});

test("Equal values have no difference, and unequal ones have at least one.", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      assert.deepEqual(differences(a, structuredClone(a), 50), []);
      const equal = JSON.stringify(a) === JSON.stringify(b);
      if (!equal && !isReordered(a, b)) assert.ok(differences(a, b, 50).length > 0);
    }),
  );
});

/** The same but for the order of keys, or of text that is JSON itself, is no difference. */
function isReordered(a: unknown, b: unknown): boolean {
  try {
    assert.deepEqual(a, b);
    return true;
  } catch {
    return false;
  }
}
