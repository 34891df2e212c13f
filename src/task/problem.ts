import { Problem } from "../problem/index.ts";

export class TaskProblem extends Problem<"BAD_TASK" | "NO_SUCH_TASK"> {}
