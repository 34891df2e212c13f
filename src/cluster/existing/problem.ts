import { Problem } from "../../problem/index.ts";

export class KubeconfigProblem extends Problem<
  | "NO_SUCH_FILE"
  | "BAD_KUBECONFIG"
  | "NO_SUCH_CONTEXT"
  /** A context must be named: whatever happens to be current is never touched. */
  | "NOT_ALLOWED"
  | "BAD_CREDENTIALS"
  | "NOT_SUPPORTED"
> {}
