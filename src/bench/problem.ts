import { Problem } from "../problem/index.ts";

export class BenchProblem extends Problem<
  | "NOT_BROKEN"
  | "NOT_CAPABLE"
  | "NOT_HEALTHY"
  | "NOT_KEPT"
  /** A list of incidents that cannot be made. */
  | "BAD_RECIPE"
  /** An incident of which nothing is to be seen. */
  | "NO_EVIDENCE"
> {}
