import { Problem } from "../../../problem/index.ts";

export class NetworkPolicyProblem extends Problem<"BAD_RANGE" | "NOT_APPLIED" | "UNKNOWN_POD" | "BAD_REQUEST"> {}
