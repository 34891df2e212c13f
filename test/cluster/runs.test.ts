import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import {
  beginRun,
  conduct,
  loadMatrix,
  loadRun,
  lockOf,
  type MakeCluster,
  realTrials,
  regrade,
  verifyRun,
} from "../../src/bench/index.ts";
import { tasksNamed } from "../../src/cli/support/bench-tasks.ts";
import { listClusters, localProvider } from "../../src/cluster/index.ts";
import { rawPublicKey } from "../../src/evidence/index.ts";
import { folder, key, versions } from "../bench/small.ts";

const report = () => {};
const never = new AbortController().signal;
const create: MakeCluster = (spec, signal) => localProvider().create(spec, { report, signal });

test("A run on real clusters keeps all that was seen, is proved to the byte, and judged again the same.", async () => {
  await using at = await folder();
  const tasks = await tasksNamed(["empty-shelves"]);
  const agents = ["nop", "oracle"];
  const order = { name: "real", kind: "run", tasks, agents, attempts: 1, seeds: ["1"], versions } as const;
  const lock = lockOf({ ...order, recorder: "shim" });
  await beginRun(at.path, lock, 2);
  let made = 0;
  {
    const counted: MakeCluster = (spec, signal) => {
      made += 1;
      return create(spec, signal);
    };
    await using trials = realTrials(lock, tasks, { create: counted });
    await conduct(at.path, trials, { budget: { jobs: 2, memoryMb: 4_000, ahead: 1 }, key, report, signal: never });
  }
  const { trials, leaderboard } = await loadRun(at.path);
  assert.deepEqual(
    trials.map(({ agent, verdict }) => [agent, verdict]),
    [
      ["nop", "fail"],
      ["oracle", "pass"],
    ],
    JSON.stringify(trials.map(({ because }) => because)),
  );
  assert.equal(made, 1, "who repairs finds what was broken for who does nothing");
  const [idle, solved] = trials;
  assert.deepEqual([solved?.score?.quality, solved?.score?.coverage], [1, 1]);
  assert.equal(leaderboard.length, 2);
  assert.deepEqual([solved?.conduct?.classes.write, idle?.conduct?.calls], [1, 0]);
  assert.ok(
    (solved?.conduct?.firstWrite ?? 0) > 0 && (solved?.conduct?.firstWrite ?? 0) <= (solved?.usage.seconds ?? 0),
  );
  const kinds = (trial: (typeof trials)[number] | undefined) => trial?.failures?.map(({ kind }) => kind);
  assert.deepEqual(kinds(solved), ["blind remediation", "unverified fix"], "it knows the answer, and nothing else");
  assert.deepEqual(kinds(idle), ["never acted"]);
  for (const { trial } of trials) {
    for (const file of ["agent/trajectory.json", "artifacts/observations.json", "artifacts/audit.jsonl"]) {
      assert.ok(existsSync(join(at.path, trial, file)), `${trial}/${file}`);
    }
  }
  const proved = await verifyRun(at.path, { keys: [rawPublicKey(key)] });
  assert.deepEqual([proved.result, proved.faults, proved.logs.length], ["valid", [], 2]);

  const { changes, left } = await regrade(at.path, tasks, key);
  assert.deepEqual([changes, left], [[], []]);
  assert.deepEqual((await loadRun(at.path)).trials.map(withoutDates), trials.map(withoutDates));
  assert.equal((await verifyRun(at.path, { keys: [rawPublicKey(key)] })).result, "valid");
  assert.match(readFileSync(join(at.path, solved?.trial ?? "", "verifier", "before.jsonl"), "utf8"), /"now":"pass"/);
});

const mixed = `
write() { printf 'apiVersion: v1\\nkind: ConfigMap\\nmetadata: {name: %s}\\ndata: {colour: %s}\\n' "$1" "$2" > "$1.yaml"; }
prescribe() { airworthy prescribe --json -- kubectl apply -f "$1.yaml" | sed -n 's/.*"id": *"\\([^"]*\\)".*/\\1/p' | head -1; }
kubectl get pods
write kept blue; id=$(prescribe kept); kubectl apply -f kept.yaml; airworthy report "$id" --exit-code 0
write swapped blue; id=$(prescribe swapped); write swapped red; kubectl apply -f swapped.yaml
kubectl get configmaps
`;

test("A matrix is tried with each one's own recorder, and a manifest that was swapped after it was prescribed is not covered.", async () => {
  await using at = await folder();
  const [file, run] = [join(at.path, "matrix.toml"), join(at.path, "run")];
  writeFileSync(join(at.path, "mixed.sh"), mixed);
  writeFileSync(
    file,
    `tasks = ["empty-shelves"]\nseeds = [1]\n[[agents]]\nname = "mixed"\nagent = "script:mixed.sh"\nrecorders = ["offered"]\n`,
  );
  const { tasks: names, ...order } = await loadMatrix(file);
  const tasks = await tasksNamed(names);
  const lock = lockOf({ name: "matrix", kind: "run", tasks, versions, ...order });
  await beginRun(run, lock, 1);
  await using trials = realTrials(lock, tasks, { create });
  const { trials: made } = await conduct(run, trials, {
    budget: { jobs: 1, memoryMb: 4_000, ahead: 1 },
    key,
    report,
    signal: never,
  });
  const [trial] = made;
  const { coverage, failures = [] } = trial ?? {};
  assert.deepEqual([trial?.agent, coverage?.writes, coverage?.covered], ["mixed", 2, 1], JSON.stringify(trial?.output));
  assert.match(coverage?.unprescribed[0]?.text ?? "", /configmaps .*swapped, with other content than prescribed$/);
  assert.deepEqual(
    failures.map(({ kind }) => kind),
    ["protocol skipped", "collateral damage"],
  );
  assert.match(failures[0]?.because ?? "", /1 of 2 writes were not prescribed, 1 of 2 prescriptions have no report/);
});

/** JSON has no undefined. */
function withoutDates(trial: object): unknown {
  return JSON.parse(JSON.stringify(trial));
}

test("Ctrl-C ends all trials of a run with their clusters, and leaves a run that can go on.", async () => {
  await using at = await folder();
  const run = join(at.path, "run");
  const args = ["src/cli/main.ts", "bench", "run", "empty-shelves", "--agent", "nop", "--seeds", "1,2", "--out", run];
  const env = { ...process.env, AIRWORTHY_KEYS: join(at.path, "keys") };
  const child = spawn("node", [...args, "--jobs", "2"], { env, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  for await (const chunk of child.stderr) {
    const before = said;
    said += chunk;
    if (!before.includes("deploy") && said.includes("deploy")) child.kill("SIGINT");
  }
  if (child.exitCode === null) await once(child, "exit");
  assert.equal(child.exitCode, 130, said);
  assert.match(said, new RegExp(`stopped; go on with: airworthy bench resume ${run}\n`));
  const { lock, trials } = await loadRun(run);
  assert.equal(trials.length, 0);
  const prefix = `bench-${lock.id.slice(0, 8)}`;
  assert.deepEqual(
    (await listClusters()).filter(({ name }) => name.startsWith(prefix)),
    [],
  );
});
