import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Trajectory } from "../../agents/index.ts";
import type { Observations } from "../observe.ts";
import { bundleFile, comparisonsIn, loadRun, readJson } from "../results/index.ts";
import type { ReportedRun, ReportedTrial } from "./model.ts";
import { reportedTrial } from "./reported.ts";

/** Reads all that the page shows, finished or not. */
export async function gatherRun(directory: string): Promise<ReportedRun> {
  const { lock, trials: stored, leaderboard } = await loadRun(directory);
  const trials: ReportedTrial[] = [];
  for (const trial of stored) {
    // One after another: observations hold all objects of a cluster, and only what changed is kept.
    const place = join(directory, trial.trial);
    const seen = (await readJson(join(place, "artifacts", "observations.json"))) as Observations | undefined;
    const trajectory = (await readJson(join(place, "agent", "trajectory.json"))) as Trajectory | undefined;
    trials.push(reportedTrial(trial, { seen, trajectory }));
  }
  return {
    name: lock.name,
    kind: lock.kind,
    began: lock.created,
    ended: await endOf(directory),
    planned: lock.trials.length,
    versions: { ...lock.versions },
    digest: await digestOf(join(directory, bundleFile)),
    standings: leaderboard,
    configurations: lock.configurations ?? [],
    comparisons: comparisonsIn({ lock, trials: stored }),
    trials,
  };
}

async function endOf(directory: string): Promise<string | undefined> {
  const result = (await readJson(join(directory, "result.json"))) as { finished_at?: string | null } | undefined;
  return result?.finished_at ?? undefined;
}

async function digestOf(path: string): Promise<string | undefined> {
  try {
    return `sha256:${createHash("sha256")
      .update(await readFile(path))
      .digest("hex")}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
