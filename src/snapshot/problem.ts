import { Problem } from "../problem/index.ts";

export class SnapshotProblem extends Problem<"BAD_TRUTH" | "BAD_ANSWER" | "BAD_ENTITY"> {}
