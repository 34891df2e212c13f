import { Problem } from "../../problem/index.ts";

export class HookProblem extends Problem<
  /** An agent handed over something that its hooks are not known to be given. */
  | "BAD_PAYLOAD"
  /** A settings file of an agent cannot be read as what it should be; it was left as it was. */
  | "MALFORMED_SETTINGS"
  /** A file that we would write is there already and not ours. */
  | "NOT_OURS"
  /** Recording took longer than an agent waits for its hooks. */
  | "TOO_LATE"
> {}
