import { Problem } from "../problem/index.ts";

export class BenchProblem extends Problem<"BAD_TASK" | "NOT_BROKEN" | "NOT_HEALTHY"> {}
