import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import {
  beginRun,
  conduct,
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
  const agents = ["oracle", "nop"];
  const order = { name: "real", kind: "run", tasks, agents, attempts: 1, seeds: ["1"], versions } as const;
  const lock = lockOf({ ...order, recorder: "shim" });
  await beginRun(at.path, lock, 2);
  {
    await using trials = realTrials(lock, tasks, { create });
    await conduct(at.path, trials, { budget: { jobs: 2, memoryMb: 4_000 }, key, report, signal: never });
  }
  const { trials, leaderboard } = await loadRun(at.path);
  assert.deepEqual(
    trials.map(({ agent, verdict }) => [agent, verdict]),
    [
      ["oracle", "pass"],
      ["nop", "fail"],
    ],
    JSON.stringify(trials.map(({ because }) => because)),
  );
  assert.deepEqual([trials[0]?.score?.quality, trials[0]?.score?.coverage], [1, 1]);
  assert.equal(leaderboard.length, 2);
  const [solved, idle] = trials;
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
  assert.match(readFileSync(join(at.path, trials[0]?.trial ?? "", "verifier", "before.jsonl"), "utf8"), /"now":"pass"/);
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
