import assert from "node:assert/strict";
import { test } from "node:test";
import { whyDangerous } from "./filter.ts";
import { readTruth } from "./index.ts";

test("Every filter of the kind that is published is taken.", () => {
  for (const filter of [
    "ad\\b",
    "ad-.*",
    ".*adservice",
    "*.*",
    "flagd-config\\b",
    "(cart|checkout)-[a-z0-9]+-.{5}",
    "load-generator(-.*)?",
    "a{2,5}b+",
    "[*+(]x",
    "\\(\\*+",
  ]) {
    assert.equal(whyDangerous(filter), undefined, filter);
  }
});

for (const [filter, reason] of [
  ["(a+)+$", /repeats a group/],
  ["(?:a*)*b", /repeats a group/],
  ["(a|aa)+$", /repeats a group/],
  ["((a?)b)*", /repeats a group/],
  ["(a+){2,}", /repeats a group/],
  [".*.*.*.*x", /at most 3 repetitions/],
  ["a{0,5000}a{0,5000}a{0,5000}a{0,5000}", /at most 3 repetitions/],
  ["(a)\\1", /refers back/],
  ["(?=a)b", /looks ahead/],
  ["a".repeat(300), /at most 256 signs/],
] as const) {
  test(`A truth with the filter ${filter.slice(0, 30)} is refused, with the group and the reason.`, () => {
    assert.match(whyDangerous(filter) ?? "", reason);
    const text = JSON.stringify({ groups: [{ id: "g", kind: "Pod", filter: [filter], root_cause: true }] });
    assert.throws(() => readTruth(text, "ground_truth.yaml"), {
      code: "BAD_TRUTH",
      message: /^ground_truth\.yaml: group "g": filter /,
    });
  });
}
