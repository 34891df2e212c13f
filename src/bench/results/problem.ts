import { Problem } from "../../problem/index.ts";

export class RunProblem extends Problem<
  | "NO_SUCH_RUN"
  | "BAD_RUN"
  | "BAD_MATRIX"
  | "NOT_WRITABLE"
  | "RUN_EXISTS"
  | "RUN_IN_USE"
  | "TASKS_CHANGED"
  | "UNKNOWN_AGENT"
> {}
