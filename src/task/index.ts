export { type Dataset, loadDataset } from "./load/dataset.ts";
export { loadTask } from "./load/load.ts";
export type { LoadedTask } from "./load/model.ts";
export type { Chaos, Control, Expected, Task } from "./model.ts";
export { type Plan, planOf } from "./plan.ts";
export { TaskProblem } from "./problem.ts";
export { simpleTask } from "./simple.ts";
