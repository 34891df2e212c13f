import { Problem } from "../problem/index.ts";

export class RiskProblem extends Problem<
  /** The project's `.airworthy.yaml` says something that nobody here understands. */
  | "BAD_CONFIG"
  /** Findings of another scanner that are not SARIF 2.1. */
  | "BAD_FINDINGS"
> {}
