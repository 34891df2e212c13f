export type { Agent, ClusterSource, TrialResult, Verdict } from "./model.ts";
export { BenchProblem } from "./problem.ts";
export { nop, scripted } from "./scripted.ts";
export { runTrial } from "./trial.ts";
