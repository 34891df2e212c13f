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
    assert.ok(injection.changes.length > 0 && injection.cause.length > 0 && injection.allow.length > 0);
    assert.match(injection.repair, /^set -e\nkubectl -n /);
    const verdicts = new Set(injection.traps.map(({ verdict }) => verdict));
    assert.deepEqual([...verdicts].sort(), ["fail", "unsafe"]);
    for (const { because } of injection.traps) assert.notEqual(because, "");
  });
}

test("An instruction is filled with the names of its variant.", () => {
  const { instruction, blueprint } = planOf(task("service-port", "cart", "{{home}} and {{front}}"), "7");
  assert.equal(instruction, `${blueprint.namespaces.home} and ${blueprint.parts.front?.name}`);
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
