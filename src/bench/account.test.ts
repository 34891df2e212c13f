import assert from "node:assert/strict";
import { test } from "node:test";
import { type Deed, deedOf } from "../agents/index.ts";
import type { Write } from "../audit/index.ts";
import { planOf, simpleTask } from "../task/index.ts";
import { accountOf, callsOf } from "./account.ts";
import { judge } from "./judge.ts";
import type { Observations } from "./observe.ts";

const faults = [{ name: "service-port", on: "catalog" }];
const task = simpleTask({ name: "t", application: "shop", faults, instruction: "Repair {{home}}." });
const plan = planOf(task, "1");
const { namespace: home = "", name = "" } = plan.blueprint.parts.catalog ?? {};
const began = Date.UTC(2026, 0, 1);
const steps = [{ name: "act", began: new Date(began).toISOString(), seconds: 60 }];
const timeAt = (second: number) => new Date(began + second * 1_000);

const deeds = (...commands: readonly string[]): Deed[] =>
  commands.map((command, at) =>
    deedOf({ where: "shell", command, began: timeAt(at * 10), seconds: 1, code: 0, output: "" }, `call-${at}`),
  );

function wrote(second: number, namespace: string): Write {
  return {
    ...{ id: `w${second}`, time: timeAt(second).toISOString(), user: "agent", through: undefined, verb: "patch" },
    ...{ group: "", resource: "services", subresource: undefined, namespace, name, allowed: true, code: 200 },
    changed: [{ path: "spec.ports[name=main].targetPort", from: 1, to: 2 }],
    ...{ sent: undefined, result: undefined, command: undefined },
  };
}

const seen = (writes: readonly Write[], more: Partial<Observations> = {}): Observations => ({
  ...{ schema: "airworthy-observations/1", healthy: false, user: "agent", before: {}, after: {}, journeys: [], writes },
  ...{ watched: { seconds: 1, restarted: [] }, ...more },
});

async function account(observed: Observations, ...commands: readonly string[]) {
  return await accountOf(plan, { ...judge(plan, observed), seen: observed, deeds: deeds(...commands), steps });
}

const look = `kubectl -n ${home} get svc,endpoints`;
const patch = `kubectl -n ${home} patch svc ${name} -p '{}'`;

test("Times count from when the agent began, and calls from its trajectory.", async () => {
  const { conduct } = await account(seen([wrote(11, home), wrote(32.5, home)]), look, patch, look, patch, look);
  assert.deepEqual(conduct, {
    ...{ calls: 5, classes: { read: 3, write: 2, wait: 0, other: 0 }, redundant: 0 },
    ...{ firstWrite: 11, lastWrite: 32.5, verified: true, gaveUp: false },
  });
});

test("What the plan grants decides which namespace is the wrong one.", async () => {
  const kinds = async (namespace: string) =>
    (await account(seen([wrote(11, namespace)], { journeys: unwell }), look, patch, look)).failures?.map(
      (each) => each.kind,
    );
  assert.ok(!(await kinds(home))?.includes("wrong namespace"));
  assert.ok((await kinds(plan.blueprint.namespaces.twin))?.includes("wrong namespace"));
});

/** Every journey was tried and none went well: a failure, which is certain. */
const unwell = [...plan.blueprint.journeys, ...plan.blueprint.memory.read].map((journey) => ({
  name: journey.name,
  went: { status: undefined, reason: "refused" } as const,
}));

test("A void trial is counted and not accused; one where nothing was broken has nothing to repair.", async () => {
  const interrupted = await account(seen([], { interrupted: "overloaded" }), look);
  assert.deepEqual([interrupted.conduct?.calls, interrupted.failures], [1, undefined]);
  const healthy = await account(seen([], { healthy: true, journeys: unwell }), look);
  assert.deepEqual(healthy.failures, []);
});

test("Whoever reads from disk what was seen comes to the same account.", async () => {
  const observed = seen([wrote(11, plan.blueprint.namespaces.twin)], { journeys: unwell });
  const first = await account(observed, patch);
  const again = await accountOf(plan, {
    ...judge(plan, JSON.parse(JSON.stringify(observed))),
    ...{ seen: JSON.parse(JSON.stringify(observed)), deeds: JSON.parse(JSON.stringify(deeds(patch))), steps },
  });
  assert.deepEqual(again, JSON.parse(JSON.stringify(first)));
});

test("Commands are found under the names that agents' tools have for them.", () => {
  const call = (function_name: string, given: Record<string, unknown>) => ({
    ...{ tool_call_id: "1", function_name, arguments: given },
  });
  const deed: Deed = {
    ...{ timestamp: timeAt(1).toISOString(), source: "agent", message: "" },
    tool_calls: [
      call("Bash", { command: "ls" }),
      call("exec_command", { cmd: ["kubectl", "get", "pods"] }),
      call("pods_list", { namespace: "shop" }),
    ],
  };
  const user: Deed = { ...deed, source: "user" };
  assert.deepEqual(
    callsOf([user, deed]).map(({ tool, command }) => [tool, command]),
    [
      ["Bash", "ls"],
      ["exec_command", ["kubectl", "get", "pods"]],
      ["pods_list", undefined],
    ],
  );
});
