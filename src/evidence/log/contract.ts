import type { Actor, Artifact, Capture, Draft, Entry, EntryType, LogStart } from "../format/index.ts";
import type { Disk } from "./disk.ts";

/** An entry in its place. */
export interface Written<Type extends EntryType = EntryType> {
  readonly entry: Entry<Type>;
  /** SHA-256 of the line, in hex. */
  readonly hash: string;
  /** As it is on disk, without its newline. */
  readonly line: Buffer;
}

/** One draft, or a function that decides under the lock, when nobody else can write, what is to be written. */
export type Proposed = Draft | ((view: View) => Draft | readonly Draft[]);

/** Everything that is written so far, for a decision that must not be overtaken by another writer. */
export interface View {
  find(id: string): Written | undefined;
  reportOf(prescription: string): Written<"report"> | undefined;
  /** Prescriptions without a report. */
  open(): Written<"prescription">[];
}

export interface Range {
  /** The first sequence that is wanted; 0 unless said. */
  readonly from?: number | undefined;
  /** The first that is not wanted any more. */
  readonly to?: number | undefined;
  /** Waits for entries that are still to come, until it is aborted. */
  readonly follow?: AbortSignal | undefined;
}

export interface Filter {
  readonly type?: EntryType | undefined;
  readonly session?: string | undefined;
  /** The actor's id. */
  readonly actor?: string | undefined;
  readonly from?: number | undefined;
  readonly limit?: number | undefined;
}

export interface EvidenceLog extends AsyncDisposable {
  readonly directory: string;
  readonly origin: string;
  /** The log's first key: what a verifier must be told. */
  readonly publicKey: Buffer;
  /** Where the private key is that signs now. */
  readonly keyPath: string;
  /** Set when opening made this log, and with it a key that should be known to others and kept. */
  readonly created: { readonly key: string } | undefined;
  /**
   * Resolves when the entries are on disk to stay. What one call gives is written together, in its order. A function
   * may return an empty list: then nothing is written, and what it saw is on disk to stay.
   */
  append(proposed: Proposed): Promise<Written[]>;
  storeArtifact(name: string, bytes: Uint8Array): Promise<Artifact>;
  /** The bytes with that digest, or nothing where they are not kept. */
  readArtifact(digest: string): Promise<Buffer | undefined>;
  /** In order, a few at a time in memory. Reading checks form and order, not signatures: that is for `verifyLog`. */
  entries(range?: Range): AsyncIterable<Written>;
  find(id: string): Promise<Written | undefined>;
  select(filter: Filter): Promise<Written[]>;
  /** Prescriptions without a report. */
  open(): Promise<Written<"prescription">[]>;
  /** A signed checkpoint over everything that is written, which is stored as well. */
  checkpoint(): Promise<string>;
  /** That an entry is in the log, as a text that can be checked without it. */
  prove(sequence: number): Promise<string>;
  /** Makes a new key. Every process that writes here uses it from its next entry on. */
  rotateKey(reason: string): Promise<Written>;
  /** 32 random bytes beside the private key and never in the log: the salt of redaction digests. */
  secret(): Buffer;
  close(): Promise<void>;
}

export interface LogOptions {
  /** Private keys and secrets: `defaultKeyDirectory()` unless said. */
  readonly keyDirectory?: string | undefined;
  /** Starts a log, and makes its key, where there is none. */
  readonly create?: boolean | undefined;
  /** The name of a log that is started, or the name that the log must have. */
  readonly origin?: string | undefined;
  /** What entries that the log writes about itself say of who holds the key. */
  readonly custody?: Capture["custody"] | undefined;
  readonly actor?: Actor | undefined;
  readonly derivedFrom?: LogStart["derivedFrom"] | undefined;
  /** A segment that is this long is followed by a new one: 64 MB unless said. */
  readonly segmentBytes?: number | undefined;
  /** `realDisk` unless said. */
  readonly disk?: Disk | undefined;
}
