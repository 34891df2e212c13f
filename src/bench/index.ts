export { type Judged, judge } from "./judge.ts";
export type { Agent, Answer, ClusterSource, TrialResult, Verdict } from "./model.ts";
export type { Observations } from "./observe.ts";
export { BenchProblem } from "./problem.ts";
export { nop, scripted } from "./scripted.ts";
export { runTrial, type TrialOptions } from "./trial.ts";
