import { Problem } from "../problem/index.ts";

export class AgentProblem extends Problem<"NOT_A_TRAJECTORY"> {}
