import { Problem } from "../problem/index.ts";

export class ClusterProblem extends Problem<
  | "NAME_IN_USE"
  | "NO_SUCH_CLUSTER"
  | "BAD_SPEC"
  | "NOT_SUPPORTED"
  | "NOT_ALLOWED"
  | "UNREACHABLE"
  | "COMPONENT_DIED"
  | "NOT_READY"
> {}
