export { type Child, type StartOptions, start } from "./child.ts";
export { withLock } from "./lock.ts";
export { patient } from "./patience.ts";
export type { News, Report } from "./progress.ts";
export { type Exit, ProcessProblem, type RunOptions, run } from "./run.ts";
export { quoted } from "./shell.ts";
export { until } from "./until.ts";
