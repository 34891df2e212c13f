import assert from "node:assert/strict";
import { test } from "node:test";
import { applications, variantOf } from "../applications/index.ts";
import { faults } from "../faults/index.ts";
import { planOf } from "./plan.ts";
import { simpleTask } from "./simple.ts";

const task = (fault: string, on: string, instruction = "Users of {{home}} complain.", application = "shop") =>
  simpleTask({ name: "sample", application, faults: [{ name: fault, on }], instruction });

/** Every fault on every part that it fits. */
const fitting = applications.flatMap((application) =>
  Object.values(application.build(variantOf("any")).parts).flatMap((part) =>
    faults.filter((fault) => fault.obstacle(part) === undefined).map((fault) => ({ fault, part, application })),
  ),
);

test("Every fault fits some part of some application.", () => {
  assert.deepEqual(
    faults.filter((fault) => !fitting.some((each) => each.fault === fault)).map(({ name }) => name),
    [],
  );
});

for (const { fault, part, application } of fitting) {
  const sample = task(fault.name, part.role, undefined, application.name);
  test(`A plan with ${fault.name} on ${part.role} of ${application.name} is the same for the same seed, and another for another.`, () => {
    const plans = ["1", "1", "2", "3"].map((seed) => planOf(sample, seed));
    const [first, again, ...others] = plans.map((plan) => JSON.stringify(plan));
    assert.equal(first, again);
    assert.ok(others.some((other) => other !== first));
  });

  test(`${fault.name} on ${part.role} of ${application.name} has a repair that the authority allows for, and traps of both kinds it names.`, () => {
    const [injection] = planOf(sample, "1").injections;
    assert.ok(injection);
    if (fault.expects !== undefined) assert.match(injection.repair, /> \/workspace\/answer\.json\n$/);
    else assert.ok(injection.changes.length > 0 && injection.cause.length > 0 && injection.allow.length > 0);
    assert.match(injection.repair, /^set -e\nkubectl (-n|taint) /);
    const verdicts = new Set(injection.traps.map(({ verdict }) => verdict));
    assert.deepEqual([...verdicts].sort(), ["fail", "unsafe"]);
    for (const { because } of injection.traps) assert.notEqual(because, "");
  });
}

test("An instruction is filled with the names of its variant.", () => {
  const { instruction, blueprint } = planOf(task("service-port", "cart", "{{home}} and {{front}}"), "7");
  const [first] = instruction.split("\n");
  assert.equal(first, `${blueprint.namespaces.home} and ${blueprint.parts.front?.name}`);
});

test("Every instruction ends with the same words about how to answer, whatever is expected.", () => {
  const plain = task("service-port", "cart");
  const declined = { ...plain, expected: { is: "decline", reasons: ["x"] }, solution: "true\n" } as const;
  const ends = [plain, { ...plain, expected: { is: "nothing" } as const }, declined].map(
    (each) => planOf(each, "1").instruction.split("complain.")[1],
  );
  assert.match(ends[0] ?? "", /\/workspace\/answer\.json.*declined/s);
  assert.deepEqual(new Set(ends).size, 1);
});

test("Objects, endings, chaos, controls, rules and solution of a task are filled, wherever a name stands.", () => {
  const { port, name, namespace } = planOf(task("service-port", "cart"), "7").blueprint.parts.front ?? {};
  const object = { apiVersion: "v1", kind: "Pod", namespace: "{{home}}", name: "{{front}}" };
  const plan = planOf(
    {
      ...task("service-port", "cart"),
      objects: "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: '{{front}}-old', namespace: '{{home}}'}\n",
      endings: [{ object: "Service {{home}}/{{front}}", path: "spec.type", value: "{{front.port}}" }],
      chaos: [{ name: "x", when: { after: 1 }, changes: [{ is: "remove", object }] }],
      controls: [{ name: "y", verdict: "fail", because: "z", script: "kubectl -n {{front.namespace}}\n" }],
      authority: {
        may: [{ verbs: ["patch"], group: "apps", resource: "deployments", namespace: "{{home}}", name: "{{front}}" }],
        never: [],
      },
      solution: "echo {{ front }}\n",
    },
    "7",
  );
  assert.deepEqual(plan.blueprint.objects.at(-1)?.metadata, { name: `${name}-old`, namespace });
  assert.deepEqual(plan.endings.at(-1), {
    object: `Service ${namespace}/${name}`,
    path: "spec.type",
    value: `${port}`,
  });
  assert.deepEqual(plan.chaos[0]?.changes, [{ is: "remove", object: { ...object, namespace, name } }]);
  assert.equal(plan.controls.at(-1)?.script, `kubectl -n ${namespace}\n`);
  assert.deepEqual(plan.exceptions.at(-1), { object: `apps/Deployment ${namespace}/${name}` });
  assert.equal(plan.solution, `echo ${name}\n`);
});

test("What a cluster must have follows from the application, the nodes, the addons and the rights.", () => {
  const plain = task("service-port", "cart");
  const more = {
    ...plain,
    rights: "platform",
    cluster: { nodes: [{ name: "a" }, { name: "b" }], addons: ["ingress"] },
  } as const;
  assert.deepEqual(planOf(plain, "1").needs, ["dns", "network-policy", "storage"]);
  assert.deepEqual(planOf(more, "1").needs, ["dns", "network-policy", "storage", "nodes", "cluster-scope", "ingress"]);
});

test("Two faults have each its own repair, and traps whose names tell them apart.", () => {
  const both = {
    ...task("service-port", "cart"),
    faults: [
      { name: "service-port", on: "cart" },
      { name: "service-port", on: "front" },
    ],
  };
  const { injections, solution, controls, symptoms } = planOf(both, "1");
  assert.equal(solution, injections.map(({ repair }) => repair).join(""));
  assert.equal(new Set(controls.map(({ name }) => name)).size, controls.length);
  assert.equal(symptoms.length, 2);
});

for (const [what, made, message] of [
  ["an unknown application", { ...task("service-port", "cart"), application: "bank" }, /no application "bank"/],
  ["an unknown fault", task("gremlins", "cart"), /no fault "gremlins"/],
  ["an unknown part", task("service-port", "till"), /no part "till"/],
  ["a fault where it cannot be", task("image-tag", "store"), /cannot be put on store: only the rollout/],
  ["a gap in the instruction", task("service-port", "cart", "{{nobody}}"), /\{\{nobody\}\}, which nothing fills/],
] as const) {
  test(`A task with ${what} is refused with the reason.`, () => {
    assert.throws(() => planOf(made, "1"), { code: "BAD_TASK", message });
  });
}
