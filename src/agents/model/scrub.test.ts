import assert from "node:assert/strict";
import { test } from "node:test";
import { withoutKeys } from "./scrub.ts";

test("A key is found wherever it is: in texts, lists, values and names.", () => {
  const key = "sk-0123456789";
  const told = { reason: `401 Incorrect API key: ${key}.`, list: [{ [key]: 1 }, key, 2, null, true], none: undefined };
  assert.deepEqual(withoutKeys(told, [key]), {
    ...{ reason: "401 Incorrect API key: [key].", list: [{ "[key]": 1 }, "[key]", 2, null, true], none: undefined },
  });
});

test("What stands for a key where none is wanted is no secret.", () => {
  assert.deepEqual(withoutKeys({ text: "none of them" }, ["none", ""]), { text: "none of them" });
});
