export { type Answer, readAnswer } from "./answer.ts";
export { defaultLimits } from "./limits.ts";
export { openSnapshot } from "./open.ts";
export { SnapshotProblem } from "./problem.ts";
export { type Judged, type Score, score } from "./score.ts";
export { readTruth, type Truth } from "./truth/index.ts";
