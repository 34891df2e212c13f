import assert from "node:assert/strict";
import { test } from "node:test";
import { checkSpec, defaultSpec } from "./spec.ts";

const good = defaultSpec("demo");
const withNode = (node: object) => ({ ...good, nodes: [{ name: "node-1", ...node }] });

test("The default is one plain node called node-1.", () => {
  assert.deepEqual(checkSpec(good), {
    name: "demo",
    nodes: [{ name: "node-1" }],
    addons: [],
    profile: "plain",
  });
});

test("A spec that uses every field is accepted as it is.", () => {
  const full = {
    name: "a-1",
    nodes: [
      {
        name: "big",
        labels: { "example.com/role": "db", zone: "" },
        taints: [{ key: "dedicated", value: "db", effect: "NoSchedule" }],
        capacity: { cpu: "1500m", memory: "2Gi", pods: 20 },
      },
      { name: "ghost", simulated: true },
    ],
    addons: ["metrics-server", "ingress"],
    profile: "k3s",
  };
  assert.deepEqual(checkSpec(full), full);
});

for (const [what, spec, field] of [
  ["an upper-case name", { ...good, name: "Demo" }, "name: expected lowercase"],
  ["an empty name", { ...good, name: "" }, "name:"],
  ["a name that climbs out of its directory", { ...good, name: "../x" }, "name:"],
  ["a name that is too long", { ...good, name: "x".repeat(41) }, "name: expected at most 40"],
  ["no nodes", { ...good, nodes: [] }, "nodes: expected at least one node"],
  ["two nodes of one name", { ...good, nodes: [{ name: "a" }, { name: "a" }] }, 'nodes[1].name: "a" is the name'],
  ["only simulated nodes", withNode({ simulated: true }), "nodes: expected at least one node that is not"],
  ["a quantity without a number", withNode({ capacity: { memory: "lots" } }), "nodes[0].capacity.memory: expected a"],
  ["no pods at all", withNode({ capacity: { pods: 0 } }), "nodes[0].capacity.pods:"],
  ["an unknown effect", withNode({ taints: [{ key: "a", effect: "Never" }] }), "nodes[0].taints[0].effect:"],
  ["a bad label value", withNode({ labels: { role: "a b" } }), "nodes[0].labels.role:"],
  ["an unknown addon", { ...good, addons: ["mesh"] }, "addons[0]:"],
  ["an unknown profile", { ...good, profile: "k0s" }, "profile:"],
  ["an unknown field", { ...good, colour: "red" }, "colour"],
] as const) {
  test(`A spec with ${what} is refused with the field's name.`, () => {
    assert.throws(
      () => checkSpec(spec),
      (problem: { code: string; message: string }) => {
        assert.equal(problem.code, "BAD_SPEC");
        assert.ok(problem.message.includes(field), problem.message);
        return true;
      },
    );
  });
}

test("All faults are named at once.", () => {
  assert.throws(() => checkSpec({ name: "X", nodes: [], addons: [], profile: "plain" }), /name: .*\nnodes: /);
});
