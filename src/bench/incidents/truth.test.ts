import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { applications, variantOf } from "../../applications/index.ts";
import { faults } from "../../faults/index.ts";
import { readTruth } from "../../snapshot/index.ts";
import { lackingEvidence } from "./evidence.ts";
import { harmlessChanges } from "./harmless.ts";
import { makeOfRecipe, planOfRecipe, type Recipe, readRecipes, spoilsCluster } from "./recipe.ts";
import { instrumented } from "./telemetry.ts";
import { truthOfPlan, writtenTruth } from "./truth.ts";

const recipe = (more: Partial<Recipe>): Recipe => ({
  ...{ name: "one", application: "shop", seed: "1", faults: [], harmless: [], seconds: { before: 10, after: 20 } },
  ...more,
});
const temporary = async () => {
  const path = await mkdtemp(join(tmpdir(), "aw-recipes-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
};
const truthOf = (more: Partial<Recipe>) => truthOfPlan(planOfRecipe(recipe(more)));

test("The cause is what the fault says; it spreads to the part and to whoever calls it.", () => {
  const plan = planOfRecipe(recipe({ faults: [{ name: "service-selector", on: "catalog" }] }));
  const { catalog, front } = plan.blueprint.parts;
  const truth = truthOfPlan(plan);
  const id = (kind: string, name = "") => `${catalog?.namespace}/${kind}/${name}`;
  assert.deepEqual(
    truth.groups.filter(({ root_cause }) => root_cause).map((group) => group.id),
    [id("Service", catalog?.name)],
  );
  assert.deepEqual(truth.components, [id("Deployment", catalog?.name)]);
  assert.deepEqual(truth.propagations, [
    { source: id("Service", catalog?.name), target: id("Deployment", catalog?.name) },
    { source: id("Deployment", catalog?.name), target: id("Deployment", front?.name) },
  ]);
  assert.ok(
    truth.aliases.some(
      ([first, second]) => first === id("Service", catalog?.name) && second?.endsWith("EndpointSlice"),
    ),
  );
});

test("Two faults have two causes and two parts; a part at fault is not its own consequence.", () => {
  const faults = [
    { name: "memory-limit", on: "cart" },
    { name: "probe-path", on: "catalog" },
  ];
  const truth = truthOf({ faults });
  assert.equal(truth.groups.filter(({ root_cause }) => root_cause).length, 2);
  assert.equal(truth.components.length, 2);
  assert.ok(truth.propagations.every(({ source, target }) => source !== target));
});

test("Without a fault, and with a false alarm only, nothing is wrong.", () => {
  for (const faults of [[], [{ name: "false-alarm", on: "catalog" }]]) {
    const truth = truthOf({ faults });
    assert.deepEqual([truth.incident, truth.groups, truth.components], [false, [], []]);
  }
});

test("Ground truth of every recipe that comes with airworthy is read back without a flaw.", async () => {
  const list = fileURLToPath(new URL("../../../datasets/incident-snapshots/incidents.yaml", import.meta.url));
  const recipes = await readRecipes(list);
  assert.ok(recipes.length >= 20);
  for (const each of recipes) {
    const plan = planOfRecipe(each);
    const truth = truthOfPlan(plan);
    const read = readTruth(writtenTruth(truth), each.name);
    assert.deepEqual(read.flaws, [], each.name);
    assert.equal(read.incident, truth.incident);
    for (const one of each.harmless) assert.ok(harmlessChanges(one, plan.blueprint).length > 0, one.what);
    assert.ok(makeOfRecipe(each).addons.includes("metrics-server"));
  }
});

test("Every fault of the bench has a ground truth, wherever it can be put.", () => {
  for (const fault of faults) {
    const places = applications.flatMap(({ name: application, build }) =>
      Object.values(build(variantOf("any")).parts)
        .filter((part) => fault.obstacle(part) === undefined)
        .map(({ role }) => ({ application, role })),
    );
    assert.ok(places.length > 0, fault.name);
    for (const { application, role } of places) {
      const each = recipe({ application, faults: [{ name: fault.name, on: role }] });
      const truth = truthOfPlan(planOfRecipe(each));
      assert.deepEqual(readTruth(writtenTruth(truth), fault.name).flaws, [], `${fault.name} on ${application} ${role}`);
      assert.equal(truth.incident, truth.components.length > 0, fault.name);
    }
  }
});

test("An incident of which nothing was seen is found out.", () => {
  const plan = planOfRecipe(recipe({ faults: [{ name: "config-typo", on: "front" }] }));
  const nothing = { from: 0, to: 9, objects: [], events: [], logs: [], samples: [], spans: [], missing: [] };
  const lacking = lackingEvidence(plan, [], { recorded: nothing, alerts: [] }, 5);
  assert.match(lacking.join("\n"), /ConfigMap .* is the cause and was never seen/);
  assert.match(lacking.join("\n"), /was changed, and no change was seen/);
  assert.match(lacking.join("\n"), /no alert, no warning and no object shows/);
  const sound = planOfRecipe(recipe({}));
  assert.deepEqual(lackingEvidence(sound, [], { recorded: nothing, alerts: [] }, 5), []);
  const labels = { alertname: "HighErrorRate", severity: "critical" };
  const loud = [{ time: 8, activeAt: 8, value: 1, labels, annotations: {} }];
  assert.equal(lackingEvidence(sound, [], { recorded: nothing, alerts: loud }, 5).length, 1);
});

test("What looks like an incident must raise its alert; one that it raises at the end is nothing wrong.", () => {
  const sound = planOfRecipe(recipe({}));
  const nothing = { from: 0, to: 60_000, objects: [], events: [], logs: [], samples: [], spans: [], missing: [] };
  const labels = { alertname: "WorkloadUnavailable", severity: "critical" };
  const alerts = [{ time: 58_000, activeAt: 50_000, value: 1, labels, annotations: {} }];
  const slow = { what: "slow-release", on: "catalog" } as const;
  const lacking = (late: boolean, raised: typeof alerts) =>
    lackingEvidence(sound, [{ ...slow, late }], { recorded: nothing, alerts: raised }, 5);
  assert.deepEqual(lacking(true, []), ["slow-release should raise WorkloadUnavailable, and did not"]);
  assert.match(lacking(false, alerts).join(), /nothing is wrong, and yet there is/);
  assert.deepEqual(lacking(true, alerts), []);
});

test("A node is drained on a cluster of two, which nobody else gets afterwards.", () => {
  const drained = recipe({ harmless: [{ what: "drain", on: "front" }] });
  assert.equal(makeOfRecipe(drained).nodes.length, 2);
  assert.ok(spoilsCluster(drained));
  assert.ok(!spoilsCluster(recipe({ harmless: [{ what: "retried-job", on: "front" }] })));
});

test("A list that says no times has minutes, an incident may have its own; what cannot be done is told with its name.", async () => {
  await using folder = await temporary();
  const file = join(folder.path, "incidents.yaml");
  const read = async (...incidents: object[]) => {
    await writeFile(
      file,
      JSON.stringify({ incidents: incidents.map((each) => ({ application: "shop", seed: 1, ...each })) }),
    );
    return await readRecipes(file);
  };
  const [long, short] = await read({ name: "long" }, { name: "short", seconds: { before: 5, after: 10 } });
  assert.deepEqual(
    [long?.seconds, short?.seconds],
    [
      { before: 60, after: 120 },
      { before: 5, after: 10 },
    ],
  );
  const refused = (incident: object, message: RegExp) =>
    assert.rejects(read({ name: "odd", ...incident }), { code: "BAD_RECIPE", message });
  await refused({ harmless: [{ what: "drain", on: "cart" }] }, /odd: cart has one pod/);
  await refused({ harmless: [{ what: "note", on: "nobody" }] }, /odd: no part "nobody" for note/);
  await refused({ harmless: [{ what: "earthquake", on: "cart" }] }, /harmless/);
  await refused({ faults: [{ name: "no-such-fault", on: "cart" }] }, /odd: .*no-such-fault/);
});

test("Services tell of their requests, users live where journeys begin, and what is closed opens towards the collector.", () => {
  for (const application of ["shop", "ledger", "feed"]) {
    const { blueprint } = planOfRecipe(recipe({ application }));
    const { objects } = instrumented(blueprint, "http://10.0.0.1:4318");
    const containers = objects
      .filter(({ kind }) => kind === "Deployment" || kind === "StatefulSet")
      .flatMap(
        ({ spec }) => spec.template.spec.containers as { name: string; image: string; env?: { name: string }[] }[],
      );
    const apps = containers.filter(({ image }) => image === "airworthy.local/app");
    assert.ok(apps.length > 3);
    assert.ok(apps.every(({ env = [] }) => env.some(({ name }) => name === "OTEL_EXPORTER_OTLP_ENDPOINT")));
    assert.ok(
      containers.some(({ name }) => name === "users"),
      application,
    );
    const closed = application === "feed" ? 1 : 0;
    assert.equal(objects.filter(({ metadata }) => metadata.name === "telemetry").length, closed, application);
  }
});
