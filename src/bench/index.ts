export type { Agent, ClusterSource, Scenario, TrialResult, Verdict } from "./model.ts";
export { type Plan, planOf } from "./plan.ts";
export { BenchProblem } from "./problem.ts";
export { nop, scripted } from "./scripted.ts";
export { runTrial } from "./trial.ts";
