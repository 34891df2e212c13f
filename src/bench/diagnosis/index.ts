export { judgeDiagnosis } from "./judge.ts";
export { type SnapshotTask, snapshotTasks } from "./task.ts";
export { diagnosisLimits, type Looking, runDiagnosis } from "./trial.ts";
