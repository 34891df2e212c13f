import { Problem } from "../problem/index.ts";

export class AgentProblem extends Problem<
  "NOT_A_TRAJECTORY" | "UNKNOWN_AGENT" | "BAD_CONFIG" | "NO_SUCH_FILE" | "KEY_MISSING" | "NOT_PREPARED" | "NOT_REACHED"
> {}
