import assert from "node:assert/strict";
import { readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { planOfRecipe, readRecipes, truthOfPlan, writtenTruth } from "../../src/bench/index.ts";
import { faults } from "../../src/faults/index.ts";
import {
  listSnapshots,
  measureBaselines,
  openSnapshot,
  readTruth,
  stageSnapshot,
  truthOf,
} from "../../src/snapshot/index.ts";
import { type Place, place } from "./place.ts";

const folder = fileURLToPath(new URL("../../datasets/incident-snapshots", import.meta.url));

describe("The incidents that come with airworthy", () => {
  let here: Place;
  before(async () => {
    here = await place();
  });
  after(() => here[Symbol.asyncDispose]());

  test("are at least twenty, small, and those of the list: of one fault, of two, and of none.", async () => {
    const recipes = await readRecipes(join(folder, "incidents.yaml"));
    const names = (await listSnapshots(folder)).map(({ path }) => basename(path, ".tar.zst"));
    assert.deepEqual(names.sort(), recipes.map(({ name }) => name).sort());
    const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, `${name}.tar.zst`))).size));
    assert.ok(
      sizes.every((size) => size <= 300 * 1024),
      `${Math.max(...sizes)} bytes`,
    );
    assert.ok(sizes.reduce((sum, size) => sum + size, 0) <= 6 * 1024 ** 2);
    const causes = recipes.map(
      (recipe) => truthOfPlan(planOfRecipe(recipe)).groups.filter((each) => each.root_cause).length,
    );
    for (const [count, least] of [
      [1, 12],
      [2, 4],
      [0, 4],
    ] as const) {
      assert.ok(causes.filter((each) => each === count).length >= least, `${count} causes`);
    }
    assert.ok(names.length >= 20);
  });

  test("show each way of the bench to break something at least once.", async () => {
    const recipes = await readRecipes(join(folder, "incidents.yaml"));
    const placed = new Set(recipes.flatMap((recipe) => recipe.faults.map(({ name }) => name)));
    assert.deepEqual([...placed].sort(), faults.map(({ name }) => name).sort());
  });

  test("have the ground truth that follows from their seed.", async () => {
    for (const recipe of await readRecipes(join(folder, "incidents.yaml"))) {
      const { truth } = await truthOf(join(folder, `${recipe.name}.tar.zst`), { cache: here.cache });
      assert.deepEqual(truth, readTruth(writtenTruth(truthOfPlan(planOfRecipe(recipe))), recipe.name), recipe.name);
    }
  });

  test("hold nothing secret, and show nobody who works on them what was done.", async () => {
    for (const recipe of await readRecipes(join(folder, "incidents.yaml"))) {
      const into = join(here.root, recipe.name);
      const files = await stageSnapshot(join(folder, `${recipe.name}.tar.zst`), into, { cache: here.cache });
      const texts = await Promise.all([...files, "snapshot.json"].map((file) => readFile(join(into, file), "utf8")));
      const secrets = planOfRecipe(recipe)
        .blueprint.objects.filter(({ kind }) => kind === "Secret")
        .flatMap(({ stringData = {} }) => Object.values(stringData as Record<string, string>));
      assert.ok(secrets.length > 0);
      for (const text of texts) {
        for (const secret of secrets) assert.ok(!text.includes(secret), `${recipe.name}: a secret`);
        // A single word such as "quota" is also one of Kubernetes' own.
        const telling = recipe.faults.filter(({ name }) => name.includes("-"));
        for (const { name } of telling) assert.ok(!text.includes(name), `${recipe.name}: ${name}`);
        assert.ok(!/ground_truth|root_cause|brokenAt/.test(text), recipe.name);
      }
    }
  });

  test("show each cause, and a change of it after it broke; where nothing is wrong, no critical alert at the end but of what was meant.", async () => {
    for (const recipe of await readRecipes(join(folder, "incidents.yaml"))) {
      using store = await openSnapshot(join(folder, `${recipe.name}.tar.zst`), { cache: here.cache });
      const causes = planOfRecipe(recipe).injections.flatMap(({ cause }) => cause);
      for (const { namespace, kind, name } of causes) {
        const rows = await store.rows("SELECT change FROM revisions WHERE key = ? AND change <> 'first'", [
          `${namespace || "cluster"}/${kind}/${name}`,
        ]);
        assert.ok(rows.length > 0, `${recipe.name}: ${kind} ${name} never changed`);
      }
      if (causes.length > 0) continue;
      const rows = await store.rows(
        `SELECT DISTINCT name FROM alerts WHERE severity = 'critical'
         AND time > (SELECT max(time) FROM samples) - INTERVAL 15 SECOND`,
      );
      const meant = recipe.harmless.some(({ late }) => late) ? [{ name: "WorkloadUnavailable" }] : [];
      assert.deepEqual(rows, meant, recipe.name);
    }
  });

  test("give the oracle 1 everywhere, and every baseline what the formula says.", async () => {
    const snapshots = await listSnapshots(folder);
    const measured = new Map(
      (await measureBaselines(snapshots, { cache: here.cache })).map((each) => [each.baseline, each]),
    );
    const of = (baseline: string) => measured.get(baseline)?.snapshots ?? [];
    assert.equal(of("oracle").length, snapshots.length);
    for (const { name, rootCause, detection, localisation } of of("oracle")) {
      assert.deepEqual([rootCause, detection, localisation], [1, 1, 1], name);
    }
    for (const [at, { path }] of snapshots.entries()) {
      const { truth } = await truthOf(path, { cache: here.cache });
      const sound = truth.incident ? 0 : 1;
      const [empty, everything] = [of("empty")[at], of("name everything")[at]];
      assert.deepEqual([empty?.rootCause, empty?.detection], [sound, sound], path);
      if (sound === 1) {
        assert.equal(everything?.rootCause, 0, path);
        continue;
      }
      // All causes are among everything; what Kubernetes made of a cause counts as that cause, all else is wrong.
      using store = await openSnapshot(path, { cache: here.cache });
      const roots = truth.groups.filter(({ root }) => root);
      const [all] = await store.rows("SELECT count(*) AS n FROM objects");
      const [made] = await store.rows(
        `SELECT count(*) AS n FROM objects WHERE kind IN ('Pod', 'ReplicaSet', 'EndpointSlice', 'Job')
         AND (${roots.map(() => "starts_with(name, ?)").join(" OR ")})`,
        roots.map(({ name }) => `${name}-`),
      );
      const [least, most] = [roots.length / Number(all?.n), roots.length / (Number(all?.n) - Number(made?.n))];
      const found = everything?.rootCause ?? 0;
      assert.ok(found >= least && found <= most, `${path}: ${least} <= ${found} <= ${most}`);
    }
    for (const { rootCause, detection, baseline } of measured.values()) {
      for (const { low, mean, high } of [rootCause, detection]) assert.ok(low <= mean && mean <= high, baseline);
    }
    const mean = (baseline: string) => measured.get(baseline)?.rootCause.mean ?? 0;
    for (const baseline of ["everything with an alert", "everything critical", "alerts at the end"]) {
      const { mean: right = 1, high = 1 } = measured.get(baseline)?.detection ?? {};
      assert.ok(right < 0.9 && high < 0.98, `${baseline}: an alert is no incident, and no alert no health`);
    }
    assert.ok(mean("everything with an alert") < 0.6 && mean("first changed object") < 0.8, "they are not that easy");
  });
});
