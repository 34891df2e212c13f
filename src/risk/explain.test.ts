import assert from "node:assert/strict";
import { test } from "node:test";
import { explain } from "./explain.ts";
import type { Assessment } from "./model.ts";

const assessment = (more: Partial<Assessment> = {}): Assessment => ({
  tool: "kubectl",
  operation: "delete",
  class: "destroy",
  targets: [],
  targetCount: 3,
  scope: { class: "production", because: 'namespace "shop-prod" has the word "prod"' },
  level: "critical",
  tags: [
    {
      tag: "k8s.volume-claim-deletion",
      level: "high",
      field: "PersistentVolumeClaim shop-prod/data",
      because: "the data goes too",
    },
  ],
  unknown: [],
  advice: ["Look for a backup."],
  rules: "airworthy/risk/1",
  intentDigest: "",
  ...more,
});

test("It says how bad, where, why with the field, and what to check first.", () => {
  assert.equal(
    explain(assessment()),
    [
      'critical risk: kubectl delete (destroy), 3 targets in production: namespace "shop-prod" has the word "prod"',
      "  high k8s.volume-claim-deletion: the data goes too [PersistentVolumeClaim shop-prod/data]",
      "  check first: Look for a backup.",
    ].join("\n"),
  );
});

test("A quiet answer is one line.", () => {
  const quiet = { level: "low", class: "read", operation: "get", targetCount: 1, tags: [], advice: [] } as const;
  assert.equal(
    explain(assessment({ ...quiet, scope: { class: "unknown", because: "nothing says" } })),
    "low risk: kubectl get (read), 1 target in an unknown place: nothing says",
  );
});

test("It never has more than twelve lines, and none of them is endless.", () => {
  const tags = Array.from({ length: 40 }, (_, index) => ({
    tag: `t.${index}`,
    level: "high" as const,
    field: "f".repeat(500),
    because: "b",
  }));
  const many = Array.from({ length: 40 }, (_, index) => `text ${index}`);
  const lines = explain(assessment({ tags, unknown: many, advice: many })).split("\n");
  assert.equal(lines.length, 12);
  assert.ok(lines.every((line) => line.length <= 220));
  assert.equal(lines[6], "  and 35 more: t.5, t.6, t.7, t.8, t.9, t.10, …");
  assert.equal(lines[8], "  not known: text 1 (and 38 more)");
});

test("A name with a line break cannot pose as a line of ours.", () => {
  const tags = [{ tag: "t", level: "low" as const, field: "x\n  first: all is well", because: "b\u001b[2K" }];
  assert.equal(explain(assessment({ tags, advice: [] })).split("\n").length, 2);
});
