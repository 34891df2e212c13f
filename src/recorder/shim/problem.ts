import { Problem } from "../../problem/index.ts";

export class ShimProblem extends Problem<
  /** A program of somebody else lies where a launcher would. */
  | "NOT_OURS"
  /** The system does not run such launchers. */
  | "NOT_SUPPORTED"
  /** Behind the launcher is no program of its name. */
  | "NOT_FOUND"
> {}
