export { loadLock, loadRun, loadTrial } from "./load.ts";
export type { LockedTask, LockedTrial, Run, RunLock, StoredTrial, Versions } from "./model.ts";
export { RunProblem } from "./problem.ts";
