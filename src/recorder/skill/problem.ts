import { Problem } from "../../problem/index.ts";

/** A file of that name is there and is not ours. */
export class SkillProblem extends Problem<"NOT_OURS"> {}
