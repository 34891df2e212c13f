import { Problem } from "../problem/index.ts";

export class RecorderProblem extends Problem<
  /** Something was missing, too long or of the wrong kind. */
  | "INVALID_INPUT"
  /** Nobody prescribed what is reported or declined; an anomaly was recorded. */
  | "NO_SUCH_PRESCRIPTION"
  /** No entry has that id or sequence, or none that the one who asks may see. */
  | "NO_SUCH_ENTRY"
  /** It has its one report already; an anomaly was recorded. */
  | "ALREADY_REPORTED"
  /** Somebody else prescribed it; an anomaly was recorded. */
  | "FOREIGN_REPORT"
  /** The verdict says one thing and the exit code another; an anomaly was recorded. */
  | "VERDICT_MISMATCH"
  /** There should be a recorder at the socket and none answers. */
  | "RECORDER_UNREACHABLE"
  /** The recorder does not serve this user, or the kernel would not say who it is. */
  | "NOT_ALLOWED"
  /** What came over the socket is not what the two have agreed on. */
  | "BAD_MESSAGE"
  /** More than the recorder takes in one request. */
  | "TOO_LARGE"
  /** The recorder has a bug, and says so instead of an answer. */
  | "RECORDER_FAILED"
  /** The socket cannot be made: somebody listens there already, or the directory does not allow it. */
  | "SOCKET_UNUSABLE"
> {}
