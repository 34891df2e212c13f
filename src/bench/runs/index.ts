export { beginRun } from "./begin.ts";
export { budgetOf } from "./budget.ts";
export type { MakeCluster } from "./clusters.ts";
export { type ConductOptions, conduct, type Trials } from "./conduct.ts";
export { lockOf, type Order, type SourcedTask } from "./order.ts";
export type { Budget } from "./queue.ts";
export { type Regraded, regrade } from "./regrade.ts";
export { refuseChanges, refuseUnplannable } from "./tasks.ts";
export { realTrials } from "./trials.ts";
