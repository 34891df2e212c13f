export { type SnapshotTask, snapshotTasks } from "./task.ts";
export { diagnosisLimits, type Looking, runDiagnosis } from "./trial.ts";
