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
import type { StoredArtifacts } from "./artifacts.ts";
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
  readonly artifacts: {
    readonly checked: number;
    readonly first?: { readonly index: number; readonly message: string };
  };
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

/** A line that is right but for its signature, which is looked at later. */
interface ReadLine {
  readonly line: Buffer;
  readonly offset: number;
  readonly hash: string;
  readonly leaf: Buffer;
  readonly signature: string;
  readonly signer: Signer;
  readonly time: string;
  readonly separate: boolean;
  readonly newKey: Buffer | undefined;
  readonly artifacts: readonly Artifact[];
}

interface ReadLines {
  readonly lines: ReadLine[];
  readonly first: RangeResult["first"];
  readonly fault: RangeFault | undefined;
  readonly rest: number;
}

const newline = 10;
const signerOf = (publicKey: Uint8Array): Signer => ({ id: keyId(publicKey), key: publicKeyObject(publicKey) });

/**
 * Checks the lines of a range up to the first that is not good. All are read before the first signature is looked at:
 * done in turns, each of the two works would find the processor's caches filled by the other, and both be a tenth slower.
 */
export function checkRange(task: RangeTask, bytes: Buffer, stored?: StoredArtifacts): RangeResult {
  const { lines, first, fault: unreadable, rest } = readLines(task, bytes);
  const forged = lines.findIndex(({ line, signature, signer }) => !verifyEntrySignature(line, signature, signer.key));
  const good = forged < 0 ? lines : lines.slice(0, forged);
  const fault = faultOfSignature(lines[forged], forged) ?? unreadable;
  const lastHash = good.at(-1)?.hash;
  const clock = good.reduce<Clock | undefined>((before, { time }, index) => noteTime(before, time, index), undefined);
  return {
    good: good.length,
    ...(first && { first }),
    ...(lastHash && { lastHash }),
    leaves: Buffer.concat(good.map(({ leaf }) => leaf)),
    changes: good.flatMap(({ newKey }, index) => (newKey ? [{ index, publicKey: newKey }] : [])),
    separate: good.filter(({ separate }) => separate).length,
    ...(clock && { clock }),
    artifacts: checkArtifacts(stored, good),
    ...(fault && { fault }),
    rest: fault ? 0 : rest,
  };
}

function readLines(task: RangeTask, bytes: Buffer): ReadLines {
  const lines: ReadLine[] = [];
  let signer = signerOf(task.publicKey);
  let first: RangeResult["first"];
  let at = 0;
  for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, at)) {
    const line = bytes.subarray(at, end);
    try {
      const entry = readEntry(line);
      if (entry.log !== task.origin) {
        throw new EvidenceProblem("WRONG_LOG", `is of the log ${entry.log}, not of ${task.origin}`);
      }
      const last = lines.at(-1);
      if (first === undefined) first = { sequence: entry.sequence, previous: entry.previous };
      else if (last !== undefined) checkLink(entry, first.sequence + lines.length, last.hash);
      checkKey(entry, signer.id);
      const newKey = newKeyOf(entry);
      const next = newKey ? signerOf(newKey) : signer;
      lines.push({
        line,
        offset: task.start + at,
        hash: hashLine(line),
        leaf: leafHash(line),
        signature: entry.signature,
        signer,
        time: entry.time,
        separate: entry.capture.custody === "separate",
        newKey,
        artifacts: task.artifactsIn === undefined ? [] : storedArtifacts(entry),
      });
      signer = next;
    } catch (problem) {
      if (!(problem instanceof EvidenceProblem)) throw problem;
      const fault = { index: lines.length, offset: task.start + at, code: problem.code, message: problem.message };
      return { lines, first, fault, rest: 0 };
    }
    at = end + 1;
  }
  return { lines, first, fault: undefined, rest: bytes.length - at };
}

function faultOfSignature(forged: ReadLine | undefined, index: number): RangeFault | undefined {
  return (
    forged && {
      index,
      offset: forged.offset,
      code: "BAD_SIGNATURE",
      message: `the key ${forged.signer.id} did not sign these bytes`,
    }
  );
}

function checkArtifacts(stored: StoredArtifacts | undefined, lines: readonly ReadLine[]): RangeResult["artifacts"] {
  if (stored === undefined) return { checked: 0 };
  const all = lines.flatMap(({ artifacts }, index) => artifacts.map((artifact) => ({ artifact, index })));
  for (const { artifact, index } of all) {
    const message = stored.fault(artifact);
    if (message !== undefined) return { checked: all.length, first: { index, message } };
  }
  return { checked: all.length };
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

/** That an entry names the one key that may sign at its place. */
export function checkKey(entry: Entry, key: string): void {
  if (entry.key !== key) throw new EvidenceProblem("UNKNOWN_KEY", `expected the key ${key} here, found ${entry.key}`);
}

/** The key that has to sign from the next entry on. */
function newKeyOf(entry: Entry): Buffer | undefined {
  if (entry.type !== "log" && entry.type !== "key") return undefined;
  return Buffer.from((entry as Entry<"log" | "key">).data.publicKey, "base64");
}

function storedArtifacts(entry: Entry): readonly Artifact[] {
  const { artifacts, output } = entry.data as { artifacts?: readonly Artifact[]; output?: readonly Artifact[] };
  return [...(artifacts ?? []), ...(output ?? [])].filter(({ stored }) => stored);
}
