import { Problem } from "../problem/index.ts";

export class SnapshotProblem extends Problem<
  | "BAD_TRUTH"
  | "BAD_ANSWER"
  | "BAD_ENTITY"
  /** A file of rules for alerts. */
  | "BAD_RULES"
  /** A file with an answer or a ground truth. */
  | "NO_SUCH_FILE"
  /** Nothing is there, or nothing that is a snapshot. */
  | "NO_SUCH_SNAPSHOT"
  /** Damaged, cut off, or made to do harm: the message has the place. */
  | "BAD_SNAPSHOT"
  /** Credentials that see too little of a cluster to record it. */
  | "NOT_ALLOWED"
  /** More than anybody's incident needs: refused before it fills a disk or the memory. */
  | "TOO_LARGE"
  /** What a tool was asked cannot be answered as it was asked. */
  | "BAD_QUERY"
  /** The database cannot be loaded on this machine. */
  | "NOT_SUPPORTED"
> {}

/** Something is wrong with a file of a snapshot: where, and what. */
export function badFile(file: string, what: string, cause?: unknown): SnapshotProblem {
  return new SnapshotProblem("BAD_SNAPSHOT", `${file}: ${what}`, { cause });
}
