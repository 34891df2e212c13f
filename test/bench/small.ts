import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Budget,
  lockOf,
  type RunLock,
  type RunTask,
  type TrialResult,
  type Verdict,
} from "../../src/bench/index.ts";
import { simpleTask } from "../../src/task/index.ts";

/** What tests of runs share: tasks that are planned but never tried on a cluster, and results as trials give them. */

export const versions = { airworthy: "1", kubernetes: "2", node: "3", score: "4" };
export const { privateKey: key } = generateKeyPairSync("ed25519");

export function taskCalled(name: string): Extract<RunTask, { task: unknown }> {
  const faults = [{ name: "service-port", on: "catalog" }];
  const task = simpleTask({ name, application: "shop", faults, instruction: "Visitors of {{home}} complain." });
  return { task, digest: `sha256:${name}`, path: `/tasks/${name}` };
}

export function smallLock(more: Partial<Parameters<typeof lockOf>[0]> = {}): RunLock {
  const tasks = ["alpha", "beta"].map(taskCalled);
  return lockOf({
    ...{ name: "small", kind: "run", tasks, agents: ["oracle", "nop"], attempts: 1, seeds: ["1"], versions },
    ...more,
  });
}

export function resultOf(planned: RunLock["trials"][number], verdict: Verdict = "pass"): TrialResult {
  const { task, agent, seed, attempt } = planned;
  const findings = [{ check: "it works", kind: "outcome", ok: verdict === "pass", expected: "a", found: "b" }] as const;
  return {
    ...{ schema: "airworthy-trial/1", task, agent, seed, attempt, expected: "repair", verdict },
    ...{ because: verdict === "pass" ? [] : ["it does not work"], findings, authority: [], output: "" },
    steps: [
      { name: "deploy", began: "2026-01-01T00:00:00.000Z", seconds: 4 },
      { name: "act", began: "2026-01-01T00:00:04.000Z", seconds: 2 },
      { name: "judge", began: "2026-01-01T00:00:06.000Z", seconds: 1 },
    ],
    ...{ usage: { seconds: 2, commands: 3 }, overheadSeconds: 5, timeline: [] },
  };
}

export const budget: Budget = { jobs: 1, memoryMb: 1_000, ahead: 1 };

/** A folder that is gone after the test. */
export async function folder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), "airworthy-runs-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
