import assert from "node:assert/strict";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import {
  everythingWithAnAlert,
  firstChangedObject,
  openSnapshot,
  oracle,
  score,
  showEntity,
  stageSnapshot,
  truthOf,
} from "../../src/snapshot/index.ts";
import { airworthy } from "../cli/harness.ts";
import * as incident from "./incident.ts";
import { place } from "./place.ts";
import { layouts, writeSnapshot } from "./write.ts";

const answerOf = (...names: readonly string[]) =>
  JSON.stringify({ contributing_factors: names.map((name) => ({ name, reasoning: "r", evidence: "e" })) });

test("Snapshots below a directory are listed in the order of their numbers; scoring prints each decision.", async () => {
  await using here = await place();
  const env = { XDG_CACHE_HOME: here.cache };
  const at = (name: string) => join(here.root, "sre", name);
  await writeSnapshot(at("Scenario-10"), "published");
  await writeSnapshot(at("Scenario-9"), "published");
  await writeSnapshot(at("Scenario-11"), "own");
  const listed = await airworthy(["snapshot", "list", here.root]);
  assert.equal(listed.stdout, "sre/Scenario-9\nsre/Scenario-10\nsre/Scenario-11\n");

  const answer = join(here.root, "answer.json");
  await writeFile(answer, answerOf("shop/ConfigMap/flagd-config", "shop/Deployment/cart"));
  const scored = await airworthy(["snapshot", "score", answer, at("Scenario-9")], { env });
  assert.equal(scored.exitCode, 0, scored.stderr);
  assert.match(scored.stdout, /^score 0\.500 {2}precision 0\.500 {2}recall 1\.000/);
  assert.match(scored.stdout, /\nright {3}shop\/ConfigMap\/flagd-config is flags: /);
  assert.match(scored.stdout, /\nwrong {3}shop\/Deployment\/cart is cart-pod-1: /);
  assert.match(scored.stdout, /\ntruth from ground_truth\.yaml\n$/);

  const shown = await airworthy(["snapshot", "show", at("Scenario-9")], { env });
  assert.match(shown.stdout, /^content sha256:[0-9a-f]{64}\nlayout itbench-published\/1: /);
  assert.ok(!shown.stdout.includes("flags"));

  await writeFile(answer, "the cart");
  const bad = await airworthy(["snapshot", "score", answer, at("Scenario-9"), "--json"], { env });
  assert.equal(bad.exitCode, 1);
  assert.match(JSON.parse(bad.stdout).reason, /expected JSON/);
  const none = await airworthy(["snapshot", "show", join(here.root, "nowhere")], { env });
  assert.equal(none.exitCode, 3);
});

test("What cannot be asked is refused with what can be, and ends as any wrong command line does.", async () => {
  await using here = await place();
  await writeSnapshot(here.snapshot, "own");
  const env = { XDG_CACHE_HOME: here.cache };
  const ask = (...words: readonly string[]) => airworthy(["snapshot", "ask", here.snapshot, ...words], { env });
  for (const [words, told] of [
    [["oracle"], /error: no tool "oracle"\nhint: there are overview, alerts, /],
    [["logs", "{]"], /expected JSON, found \{\]/],
    [["logs", '{"contans": "x"}'], /Unrecognized key: "contans"\nhint: options: contains, regex, /],
    [["sql", '{"query": "DROP TABLE logs"}'], /expected a SELECT, found DROP/],
  ] as const) {
    const { exitCode, stderr } = await ask(...words);
    assert.equal(exitCode, 2, stderr);
    assert.match(stderr, told);
  }
  const { stdout } = await ask("alerts", "--json");
  const { tool, total, rows } = JSON.parse(stdout);
  assert.deepEqual([tool, total, rows.length], ["alerts", 2, 2]);
});

test("A recording that ended early says so wherever it is opened, and to whoever works on it.", async () => {
  await using here = await place();
  await writeSnapshot(here.snapshot, "own");
  const env = { XDG_CACHE_HOME: here.cache };
  const manifest = join(here.snapshot, "snapshot.json");
  const incomplete = { since: "2026-01-02T03:04:05.000Z", reason: "no answer" };
  const captured = { missing: ["metrics API"], incomplete };
  await writeFile(manifest, JSON.stringify({ ...JSON.parse(await readFile(manifest, "utf8")), captured, secret: "x" }));
  const words = "the recording is incomplete: nothing after 2026-01-02T03:04:05.000Z: no answer";
  const shown = await airworthy(["snapshot", "show", here.snapshot, "--json"], { env });
  const { notes, incomplete: told } = JSON.parse(shown.stdout);
  assert.deepEqual([told, notes.slice(0, 2)], [words, [words, "could not be recorded: metrics API"]]);
  assert.ok((await airworthy(["snapshot", "ask", here.snapshot, "alerts"], { env })).stderr.includes(words));
  assert.match((await airworthy(["snapshot", "ask", here.snapshot, "overview"], { env })).stdout, /no answer/);
  const staged = join(here.root, "staged");
  await stageSnapshot(here.snapshot, staged);
  const { format } = JSON.parse(await readFile(manifest, "utf8"));
  assert.deepEqual(JSON.parse(await readFile(join(staged, "snapshot.json"), "utf8")), { format, captured });
});

test("Where labels are rows of one table, the row of the scenario is taken.", async () => {
  await using here = await place();
  await writeSnapshot(here.snapshot, "published");
  await rm(join(here.snapshot, "ground_truth.yaml"));
  const row = (scenario_id: unknown, ground_truth_yaml: string) =>
    `${JSON.stringify({ id_aa: 1, scenario_id, ground_truth_yaml })}\n`;
  await writeFile(join(here.root, "data.jsonl"), row("Scenario-11", "groups: []") + row(1, incident.truthV1));
  const { truth, from } = await truthOf(here.snapshot);
  assert.deepEqual([from, truth.version, truth.groups[0]?.id], ["data.jsonl#2", "v1", "flags"]);
});

for (const layout of layouts) {
  test(`The truth of the layout "${layout}" is found; the oracle scores 1, the baselines what the formula says.`, async () => {
    await using here = await place();
    await writeSnapshot(here.snapshot, layout);
    using store = await openSnapshot(here.snapshot, { cache: here.cache });
    const { truth } = await truthOf(here.snapshot);
    assert.equal(score(await oracle(store, truth), truth).score, 1);
    const alerted = await everythingWithAnAlert(store);
    assert.deepEqual(alerted.causes.map(showEntity), ["shop/Service/cart", "shop/Service/frontend"]);
    assert.equal(score(alerted, truth).score, 0);
    const changed = await firstChangedObject(store);
    assert.deepEqual(changed.causes.map(showEntity), ["shop/ConfigMap/flagd-config"]);
    assert.equal(score(changed, truth).score, 1);
    const everything = await store.rows("SELECT namespace, kind, name FROM objects");
    const causes = everything.map(({ namespace, kind, name }) => ({
      ...{ namespace: namespace === null ? undefined : String(namespace), kind: String(kind), name: String(name) },
    }));
    assert.equal(score({ causes, propagations: [] }, truth).score, 1 / everything.length);
    assert.equal(score({ causes: [], propagations: [] }, truth).score, 0);
  });

  test(`Of the layout "${layout}" an agent gets the data and no label, and reads the same in it.`, async () => {
    await using here = await place();
    await writeSnapshot(here.snapshot, layout);
    await mkdir(join(here.snapshot, "notes"), { recursive: true });
    await writeFile(join(here.snapshot, "notes", "answer-key.txt"), "flagd-config");
    const staged = join(here.root, "staged");
    const paths = await stageSnapshot(here.snapshot, staged);
    assert.ok(paths.length >= 6);
    assert.ok(!paths.some((path) => /truth|status|answer/.test(path)), paths.join());
    await assert.rejects(truthOf(staged), { code: "BAD_TRUTH" });
    using before = await openSnapshot(here.snapshot, { cache: here.cache });
    using after = await openSnapshot(staged, { cache: here.cache });
    assert.equal(after.digest, before.digest);
  });
}
