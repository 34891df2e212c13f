export type { Chaos, Control, Expected, Task } from "./model.ts";
export { type Plan, planOf } from "./plan.ts";
export { TaskProblem } from "./problem.ts";
export { simpleTask } from "./simple.ts";
