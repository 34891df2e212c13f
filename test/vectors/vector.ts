import { type LogMaker, segmentPath, type TestKey, testKey } from "../evidence/log-maker.ts";

/** A log with the answer that every implementation of the format has to give. */
export interface Vector {
  readonly name: string;
  /** What it is and why it is good or bad. */
  readonly says: string;
  readonly files: ReadonlyMap<string, Buffer>;
  readonly given: Given;
  readonly expected: Expected;
}

/** What the verifier has from elsewhere. */
export interface Given {
  /** Public keys in base64. */
  readonly keys?: readonly string[];
  /** Text of a checkpoint that was kept. */
  readonly checkpoint?: string;
  readonly artifacts?: boolean;
}

export interface Expected {
  /** "error" where there is nothing to judge. */
  readonly result: "valid" | "unproven" | "invalid" | "error";
  readonly code?: string;
  readonly sequence?: number;
  readonly good?: number;
  readonly entries?: number;
}

export const [one, two, mallory] = [testKey("one"), testKey("two"), testKey("mallory")];

export const base64 = (key: TestKey) => key.publicKey.toString("base64");

/** The key and a checkpoint over everything that was written: with both, nothing is left unproven. */
export const everything = (log: LogMaker): Given => ({ keys: [base64(one)], checkpoint: log.checkpoint() });

export const oneSegment = (bytes: Buffer) => new Map([[segmentPath(0), bytes]]);

export const text = (line: Buffer | undefined) => (line ?? Buffer.alloc(0)).toString("utf8");

/** Replaces once, and fails where there is nothing to replace: a vector that changes nothing would prove nothing. */
export function swap(words: string, from: string | RegExp, to: string): string {
  const changed = words.replace(from, to);
  if (changed === words) throw new Error(`nothing to replace: ${from} in ${words}`);
  return changed;
}
