import { Problem } from "../problem/index.ts";

export class BenchProblem extends Problem<"NOT_BROKEN" | "NOT_HEALTHY" | "NOT_KEPT"> {}
