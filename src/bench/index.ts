export { runDiagnosis, type SnapshotTask, snapshotTasks } from "./diagnosis/index.ts";
export { type HarborAgent, runHarborTrial } from "./harbor/index.ts";
export { generateAll } from "./incidents/all.ts";
export { planOfRecipe, readRecipes } from "./incidents/recipe.ts";
export { truthOfPlan, writtenTruth } from "./incidents/truth.ts";
export { type Judged, judge } from "./judge.ts";
export type { ClusterSource, TrialResult, Verdict } from "./model.ts";
export type { Observations } from "./observe.ts";
export { BenchProblem } from "./problem.ts";
export { writeReport } from "./report/index.ts";
export {
  comparisonsIn,
  loadLock,
  loadRun,
  type Run,
  type RunLock,
  RunProblem,
  type RunVerification,
  resultKey,
  type StoredTrial,
  type Versions,
  verifyRun,
} from "./results/index.ts";
export { rightsIn } from "./rights.ts";
export {
  agentsOf,
  type Budget,
  beginRun,
  budgetOf,
  clustersFor,
  conduct,
  loadMatrix,
  lockOf,
  type MakeCluster,
  type Order,
  type RunTask,
  realTrials,
  refuseChanges,
  refuseUnplannable,
  regrade,
  type Trials,
} from "./runs/index.ts";
export {
  type Compared,
  type Contrast,
  compareTrials,
  type Measure,
  measures,
  type Standing,
  scoreVersion,
  type Versus,
  versus,
} from "./scores/index.ts";
export { runTrial, type TrialOptions } from "./trial.ts";
