import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { snapshotTasks } from "../../src/bench/index.ts";
import { airworthy } from "../cli/harness.ts";
import { place } from "./place.ts";
import { writeSnapshot } from "./write.ts";

test("Snapshots of any layout are tasks, each with its own name and the digest of its data.", async () => {
  await using here = await place();
  const at = (name: string) => join(here.root, "sre", name);
  await writeSnapshot(at("Scenario-9"), "published");
  await writeSnapshot(at("Scenario-10"), "own");
  const tasks = await snapshotTasks(here.root);
  assert.deepEqual(
    tasks.map(({ snapshot, path }) => [snapshot.name, path]),
    [
      ["Scenario-9", at("Scenario-9")],
      ["Scenario-10", at("Scenario-10")],
    ],
  );
  // By itself it is the same task: a run that goes on finds it again.
  assert.deepEqual(await snapshotTasks(at("Scenario-9")), tasks.slice(0, 1));
  await rm(join(at("Scenario-9"), "ground_truth.yaml"));
  assert.deepEqual(await snapshotTasks(at("Scenario-9")), tasks.slice(0, 1), "a label is no part of an incident");
});

test("The incidents that come with airworthy are listed by the name of their set, and one by its own.", async () => {
  const all = await airworthy(["bench", "list", "incident-snapshots"]);
  assert.match(all.stdout, /^INCIDENT +CONTENT\nincident-01 +sha256:[0-9a-f]{64}\n/);
  const one = await airworthy(["bench", "list", "incident-02"]);
  assert.match(one.stdout, /^INCIDENT +CONTENT\nincident-02 +sha256:[0-9a-f]{64}\n$/);
});
