import { Problem } from "../../problem/index.ts";

export type EvidenceCode =
  /** A line is not the canonical bytes of an entry, or the entry is not one that the format knows. */
  | "MALFORMED_ENTRY"
  /** An entry of another log. */
  | "WRONG_LOG"
  /** Sequence or hash do not follow from the entry before: one was changed, dropped, repeated or moved. */
  | "BROKEN_LINK"
  /** The key that is named is not the one that may sign here, or none that is trusted. */
  | "UNKNOWN_KEY"
  | "BAD_SIGNATURE"
  /** Fewer entries than a checkpoint covers. */
  | "TRUNCATED_LOG"
  /** The entries are not those that a signed checkpoint covers. */
  | "REWRITTEN_LOG"
  /** Two histories, each under a signed checkpoint. */
  | "FORKED_LOG"
  /** The last write was not finished. Entries before it are good. */
  | "TORN_TAIL"
  /** A file of entries is gone. */
  | "MISSING_SEGMENT"
  /** A file of entries has a name that its first entry does not agree with. */
  | "MISNAMED_SEGMENT"
  /** A stored tile is not the hashes of the entries. */
  | "BAD_TILE"
  /** A stored artifact is gone or does not have its digest. */
  | "BAD_ARTIFACT"
  | "NO_SUCH_LOG"
  | "EMPTY_LOG"
  /** The files are there, and may or can not be read. */
  | "NOT_READABLE"
  | "BAD_CHECKPOINT"
  | "BAD_PROOF"
  /** Not a public key, or a private one that cannot be used. */
  | "BAD_KEY"
  /** A private key that others may read. */
  | "UNSAFE_KEY"
  | "NOT_WRITABLE"
  | "DISK_FULL"
  /** Written, but the disk did not confirm it: after a power failure it may be there or not. */
  | "NOT_DURABLE"
  /** What is on disk cannot be continued without a recovery. */
  | "LOG_DAMAGED";

export class EvidenceProblem extends Problem<EvidenceCode> {}

/** A value in an error message: enough to recognise it, however long or deep it is. */
export function show(value: unknown): string {
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "a list" : "an object";
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
