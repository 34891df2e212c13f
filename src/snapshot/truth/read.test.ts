import assert from "node:assert/strict";
import { test } from "node:test";
import { classesOf, readTruth, rootClasses } from "./index.ts";

test("The second version names objects exactly, and all of them are root causes.", () => {
  const truth = readTruth(
    `
spec:
  alerts: [{ name: HighRequestErrorRate, labels: {} }]
  entities:
    - { apiVersion: v1, kind: ConfigMap, metadata: { name: flagd-config, namespace: shop } }
    - { apiVersion: v1, kind: Node, metadata: { name: node-1 } }
`,
    "groundtruth.yaml",
  );
  assert.equal(truth.version, "v2");
  assert.deepEqual([...rootClasses(truth)], ["shop/ConfigMap/flagd-config", "cluster/Node/node-1"]);
  assert.deepEqual(truth.flaws, []);
});

test("Aliases of aliases are one class, named after its first group.", () => {
  const group = (id: string) => ({ id, kind: "Pod", namespace: undefined, filters: [], name: id, root: false });
  const classes = classesOf({
    groups: ["a", "b", "c", "d"].map(group),
    aliases: [["c", "d"], ["b", "c"], []],
  });
  assert.deepEqual(Object.fromEntries(classes), { a: "a", b: "b", c: "b", d: "b" });
});

test("What is questionable about a ground truth is said and does not stop the scoring.", () => {
  const { flaws } = readTruth(
    `
groups:
  - { id: a, kind: Pod, filter: ['*.*'] }
  - { id: a, kind: Pod }
aliases: [[a, x]]
propagations: [{ source: a, target: y }]
alerts: [{ id: HighLatency, group_id: z }]
`,
    "ground_truth.yaml",
  );
  assert.deepEqual(flaws, [
    "no group is marked as root cause",
    'two groups "a"',
    'group "a" has neither filter nor name: nothing fits it',
    'group "a": *.* is no regular expression',
    'an alias names the group "x", which does not exist',
    'a propagation names the group "y", which does not exist',
    'alert HighLatency names the group "z", which does not exist',
  ]);
});

for (const [what, text, message] of [
  ["is no YAML", "a: [", /ground_truth\.yaml: /],
  ["is a list", "[]", /expected an object/],
  ["has neither form", "spec: { faults: [] }", /expected groups .* or entities/],
  ["has a group without a kind", "groups: [{ id: a }]", /groups\[0\]\.kind/],
] as const) {
  test(`A ground truth that ${what} is refused with the place.`, () => {
    assert.throws(() => readTruth(text, "ground_truth.yaml"), { code: "BAD_TRUTH", message });
  });
}
