import type { KeyObject } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Deed, Trajectory } from "../../agents/index.ts";
import { truthOf } from "../../snapshot/index.ts";
import { planOf } from "../../task/index.ts";
import { accountOf } from "../account.ts";
import { judgeDiagnosis } from "../diagnosis/index.ts";
import { judge } from "../judge.ts";
import type { TrialResult, Verdict } from "../model.ts";
import type { Observations } from "../observe.ts";
import {
  bundleFile,
  loadRun,
  placeText,
  type Run,
  readJson,
  type StoredTrial,
  sealRun,
  storeTrial,
} from "../results/index.ts";
import { alone } from "./conduct.ts";
import { type RunTask, taskNamed } from "./task.ts";

export interface Regraded {
  readonly run: Run;
  readonly changes: readonly { readonly trial: StoredTrial; readonly from: Verdict; readonly to: Verdict }[];
  /** Trials of which nothing was seen that could be judged. */
  readonly left: readonly string[];
}

/** Judges every trial again from what was seen, without a cluster. What was said before stays on record. */
export async function regrade(directory: string, tasks: readonly RunTask[], key: KeyObject): Promise<Regraded> {
  return await alone(directory, async () => {
    const { lock, trials } = await loadRun(directory);
    await rm(join(directory, bundleFile), { force: true });
    const changes: Regraded["changes"][number][] = [];
    const left: string[] = [];
    for (const old of trials) {
      const planned = lock.trials.find(({ trial }) => trial === old.trial);
      const again = await judgedAgain(directory, old, taskNamed(tasks, old.task));
      if (planned === undefined || again === undefined) {
        left.push(old.trial);
        continue;
      }
      const { score: _, ...result } = old;
      const isCleared = again.conduct !== undefined && again.failures === undefined;
      await remember(directory, old, again.verdict);
      const trial = await storeTrial(
        directory,
        lock,
        planned,
        isCleared ? cleared({ ...result, ...again }) : { ...result, ...again },
      );
      if (trial.verdict !== old.verdict) changes.push({ trial, from: old.verdict, to: trial.verdict });
    }
    await sealRun(directory, key);
    return { run: await loadRun(directory), changes, left };
  });
}

type Again = Pick<TrialResult, "verdict" | "because" | "findings"> & Partial<TrialResult>;

/** Nothing for what tests of others judged, and for trials of which nothing was kept. */
async function judgedAgain(directory: string, old: StoredTrial, named: RunTask): Promise<Again | undefined> {
  const artifact = (name: string) => join(directory, old.trial, "artifacts", name);
  if ("snapshot" in named) {
    if (old.verdict === "void") return undefined;
    const written = await readFile(artifact("answer.json"), "utf8").catch(() => undefined);
    return judgeDiagnosis(written, (await truthOf(named.path)).truth);
  }
  const seen = (await readJson(artifact("observations.json"))) as Observations | undefined;
  if (seen === undefined || !("task" in named)) return undefined;
  const plan = planOf(named.task, old.seed);
  const judged = judge(plan, seen);
  const deeds = await deedsIn(directory, old);
  return { ...judged, ...(await accountOf(plan, { ...judged, seen, deeds, steps: old.steps })) };
}

/** What is void now is accused of nothing any more. */
function cleared({ failures: _, ...result }: TrialResult): TrialResult {
  return result;
}

async function deedsIn(directory: string, { trial }: StoredTrial): Promise<readonly Deed[]> {
  const found = (await readJson(join(directory, trial, "agent", "trajectory.json"))) as Trajectory | undefined;
  return found?.steps ?? [];
}

async function remember(
  directory: string,
  { trial, verdict, because, score }: StoredTrial,
  now: Verdict,
): Promise<void> {
  const line = { at: new Date().toISOString(), verdict, because, ...(score ? { score } : {}), now };
  const path = join(directory, trial, "verifier", "before.jsonl");
  const earlier = await readFile(path, "utf8").catch(() => "");
  await placeText(path, `${earlier}${JSON.stringify(line)}\n`);
}
