import { Problem } from "../problem/index.ts";

/** A check could not be carried out. That is nobody's failure but the harness's: the trial is void. */
export class CheckProblem extends Problem<"CANNOT_CHECK"> {}
