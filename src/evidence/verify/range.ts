import type { KeyObject } from "node:crypto";
import {
  type Artifact,
  type Entry,
  type EvidenceCode,
  EvidenceProblem,
  hashLine,
  keyId,
  leafHash,
  publicKeyObject,
  readEntry,
  verifyEntrySignature,
} from "../format/index.ts";
import { type ArtifactFault, artifactFault } from "./artifacts.ts";
import { type Clock, noteTime } from "./clock.ts";

/** What one thread is told to check, and with what it may begin. Everything in it can be sent between threads. */
export interface RangeTask {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly origin: string;
  /** The key that signs at the start, as far as is known when the task is given. */
  readonly publicKey: Uint8Array;
  /** The log's directory, where stored artifacts are to be compared. */
  readonly artifactsIn?: string | undefined;
}

export interface RangeResult {
  /** Good entries from the start of the range, each but the first linked to the one before. */
  readonly good: number;
  /** What the first entry claims: only whoever has seen the range before can judge it. */
  readonly first?: { readonly sequence: number; readonly previous: string };
  readonly lastHash?: string;
  /** 32 bytes for each good entry. */
  readonly leaves: Uint8Array;
  readonly changes: readonly { readonly index: number; readonly publicKey: Uint8Array }[];
  readonly separate: number;
  readonly clock?: Clock;
  readonly artifacts: { readonly checked: number; readonly first?: ArtifactFault & { readonly index: number } };
  readonly fault?: RangeFault;
  /** Bytes after the last newline. */
  readonly rest: number;
}

export interface RangeFault {
  readonly index: number;
  readonly offset: number;
  readonly code: EvidenceCode;
  readonly message: string;
}

interface Signer {
  readonly id: string;
  readonly key: KeyObject;
}

const newline = 10;
const signerOf = (publicKey: Uint8Array): Signer => ({ id: keyId(publicKey), key: publicKeyObject(publicKey) });

/** Checks the lines one after another and stops at the first that is not good. */
export function checkRange(task: RangeTask, bytes: Buffer): RangeResult {
  const leaves: Buffer[] = [];
  const changes: { index: number; publicKey: Uint8Array }[] = [];
  let signer = signerOf(task.publicKey);
  let first: { sequence: number; previous: string } | undefined;
  let last: { sequence: number; hash: string } | undefined;
  let clock: Clock | undefined;
  let separate = 0;
  let artifactsChecked = 0;
  let badArtifact: (ArtifactFault & { index: number }) | undefined;
  let fault: RangeFault | undefined;
  let at = 0;

  for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, at)) {
    const line = bytes.subarray(at, end);
    const index = leaves.length;
    try {
      const entry = readEntry(line);
      if (entry.log !== task.origin) {
        throw new EvidenceProblem("WRONG_LOG", `is of the log ${entry.log}, not of ${task.origin}`);
      }
      first ??= { sequence: entry.sequence, previous: entry.previous };
      if (last !== undefined) checkLink(entry, last.sequence + 1, last.hash);
      checkSignature(entry, line, signer);
      if (entry.type === "log" || entry.type === "key") {
        const publicKey = Buffer.from((entry as Entry<"log" | "key">).data.publicKey, "base64");
        signer = signerOf(publicKey);
        changes.push({ index, publicKey });
      }
      last = { sequence: entry.sequence, hash: hashLine(line) };
      leaves.push(leafHash(line));
      clock = noteTime(clock, entry.time, index);
      if (entry.capture.custody === "separate") separate += 1;
      if (task.artifactsIn !== undefined) {
        for (const artifact of storedArtifacts(entry)) {
          artifactsChecked += 1;
          const wrong = artifactFault(task.artifactsIn, artifact);
          if (wrong !== undefined) badArtifact ??= { ...wrong, index };
        }
      }
    } catch (problem) {
      if (!(problem instanceof EvidenceProblem)) throw problem;
      fault = { index, offset: task.start + at, code: problem.code, message: problem.message };
      break;
    }
    at = end + 1;
  }

  return {
    good: leaves.length,
    ...(first && { first }),
    ...(last && { lastHash: last.hash }),
    leaves: Buffer.concat(leaves),
    changes,
    separate,
    ...(clock && { clock }),
    artifacts: { checked: artifactsChecked, ...(badArtifact && { first: badArtifact }) },
    ...(fault && { fault }),
    rest: fault ? 0 : bytes.length - at,
  };
}

/** That an entry follows from what came before it. */
export function checkLink(
  entry: { readonly sequence: number; readonly previous: string },
  sequence: number,
  previous: string,
): void {
  if (entry.sequence !== sequence) {
    throw new EvidenceProblem("BROKEN_LINK", `expected sequence ${sequence}, found ${entry.sequence}`);
  }
  if (entry.previous !== previous) {
    throw new EvidenceProblem(
      "BROKEN_LINK",
      `expected previous hash ${previous.slice(0, 16)}…, found ${entry.previous.slice(0, 16)}…`,
    );
  }
}

function checkSignature(entry: Entry, line: Buffer, signer: Signer): void {
  if (entry.key !== signer.id) {
    throw new EvidenceProblem("UNKNOWN_KEY", `expected the key ${signer.id} here, found ${entry.key}`);
  }
  if (!verifyEntrySignature(line, entry.signature, signer.key)) {
    throw new EvidenceProblem("BAD_SIGNATURE", `the key ${signer.id} did not sign these bytes`);
  }
}

function storedArtifacts(entry: Entry): readonly Artifact[] {
  const { artifacts, output } = entry.data as { artifacts?: readonly Artifact[]; output?: readonly Artifact[] };
  return [...(artifacts ?? []), ...(output ?? [])].filter(({ stored }) => stored);
}
