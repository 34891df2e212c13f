import type { EvidenceCode } from "../format/index.ts";

export interface VerifyOptions {
  /** Public keys, 32 bytes each, that came from elsewhere than the log: one of them must have signed in it. */
  readonly keys?: readonly Uint8Array[] | undefined;
  /** A checkpoint of this log that was kept elsewhere: the text of the signed note. */
  readonly checkpoint?: string | undefined;
  /** Also reads every stored artifact and compares its digest. */
  readonly artifacts?: boolean | undefined;
  /** Threads beside the calling one. Small logs take none: a thread costs more to start than they to check. */
  readonly workers?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

export interface Progress {
  readonly entries: number;
  readonly bytes: number;
  readonly totalBytes: number;
}

export interface Verification {
  /**
   * "valid": nothing is wrong, a trusted key signed, and nothing that a checkpoint kept elsewhere covers is missing.
   * "unproven": nothing is wrong, but without a key or a checkpoint from elsewhere that is as far as one can see.
   */
  readonly result: "valid" | "unproven" | "invalid";
  /** The log's own name; absent where its first entry cannot be read. */
  readonly origin?: string;
  /** Lines in the log, good or not. */
  readonly entries: number;
  /** Entries before the first bad one. */
  readonly good: number;
  readonly first?: Fault;
  readonly checked: readonly string[];
  readonly notChecked: readonly string[];
  /** What is allowed and still worth knowing. */
  readonly remarks: readonly string[];
  readonly custody: { readonly separate: number; readonly shared: number };
  readonly keys: readonly KeyUse[];
  /** Hash of the last good line. */
  readonly head?: string;
  /** Root, in base64, of the tree over the good entries. */
  readonly root: string;
  /** The log's own checkpoint and the one that was kept elsewhere: how many entries each covers. */
  readonly checkpoints: { readonly stored?: number; readonly kept?: number };
}

/** The first thing that is wrong. */
export interface Fault {
  /** The place in the log, counted from 0: what should be there, not what is claimed. */
  readonly sequence: number;
  readonly code: EvidenceCode;
  readonly message: string;
  /** What it means, or what to do. */
  readonly hint?: string;
  /** The file, relative to the log, and the byte in it where the entry begins. */
  readonly segment?: string;
  readonly offset?: number;
}

export interface KeyUse {
  readonly id: string;
  /** 32 bytes in base64. */
  readonly publicKey: string;
  /** The first entry that this key had to sign. */
  readonly from: number;
  readonly trusted: boolean;
}
