import { join } from "node:path";
import { leaderboardOf, summarise } from "../scores/index.ts";
import { readJson } from "./files.ts";
import type { Run, RunLock, StoredTrial } from "./model.ts";
import { RunProblem } from "./problem.ts";

/** A run from its directory, finished or not. */
export async function loadRun(directory: string): Promise<Run> {
  const lock = await loadLock(directory);
  const trials: StoredTrial[] = [];
  for (const { trial } of lock.trials) {
    const stored = await loadTrial(directory, trial);
    if (stored !== undefined) trials.push(stored);
  }
  // Controls are ways of working that are known to be good or bad: nobody is compared with them.
  const scored = lock.kind === "run" ? trials : [];
  return { directory, lock, trials, scores: summarise(scored), leaderboard: leaderboardOf(scored) };
}

export async function loadLock(directory: string): Promise<RunLock> {
  const path = join(directory, "lock.json");
  const found = (await readJson(path)) as { airworthy?: RunLock } | undefined;
  if (found === undefined) {
    throw new RunProblem("NO_SUCH_RUN", `${directory}: expected a run, found no lock.json`, {
      hint: "make one with: airworthy bench run TASK… --out DIR",
    });
  }
  if (found.airworthy?.schema !== "airworthy-run/1") {
    throw new RunProblem("BAD_RUN", `${path}: expected airworthy.schema "airworthy-run/1", found another file`);
  }
  return found.airworthy;
}

/** Undefined unless it is over: `result.json` comes last, in one step. */
export async function loadTrial(directory: string, trial: string): Promise<StoredTrial | undefined> {
  if ((await readJson(join(directory, trial, "result.json"))) === undefined) return undefined;
  const path = join(directory, trial, "airworthy.json");
  const found = (await readJson(path)) as StoredTrial | undefined;
  if (found?.schema === "airworthy-trial/1") return found;
  throw new RunProblem("BAD_RUN", `${path}: expected schema "airworthy-trial/1", found ${found?.schema ?? "no file"}`);
}
