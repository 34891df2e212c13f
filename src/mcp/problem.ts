import { Problem } from "../problem/index.ts";

export class McpProblem extends Problem<
  /** No entry with that id is in the log. */
  | "NO_SUCH_ENTRY"
  /** A server that others can reach would have no token, or one that is too short to be one. */
  | "NO_TOKEN"
  /** The address is not one to listen on, or somebody listens there. */
  | "BAD_ADDRESS"
  /** The server behind a proxy could not be started. */
  | "NO_SERVER"
> {}
