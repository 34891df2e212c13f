import { Problem } from "../problem/index.ts";

export class ToolchainProblem extends Problem<
  /** No component of that name is in the table. */
  | "UNKNOWN_COMPONENT"
  /** The cache cannot be written to. */
  | "CACHE_UNUSABLE"
  /** Every way to get it failed or does not exist here; the message names each way with its reason. */
  | "UNOBTAINABLE"
  /** One way does not lead there on this machine; the next is tried. */
  | "WAY_CLOSED"
  /** The bytes that came are not the bytes that were pinned. */
  | "CHECKSUM_MISMATCH"
  /** The compiler said no; the message points to the log. */
  | "BUILD_FAILED"
  /** System programs are missing and we may not or cannot install them. */
  | "PACKAGES_MISSING"
> {}
