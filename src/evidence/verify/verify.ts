import { stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { EvidenceProblem, longestLine, parseCheckpoint, publicKeyObject } from "../format/index.ts";
import { type Beginning, readBeginning } from "./beginning.ts";
import { Chain } from "./chain.ts";
import { judgeCheckpoints, readStoredCheckpoint } from "./checkpoints.ts";
import { type Checkers, thisThread, threads } from "./pool.ts";
import type { RangeResult, RangeTask } from "./range.ts";
import { countLines, cutIntoRanges, findSegments, type Range, type Segment } from "./segments.ts";
import { StoredTiles } from "./stored-tiles.ts";
import { summarise } from "./summary.ts";
import type { Fault, Verification, VerifyOptions } from "./verification.ts";

/** Starting threads takes longer than one thread needs for this many bytes. */
const smallLog = 2 * 1024 * 1024;
/** Each costs memory; more cores than this are left to others. */
const mostWorkers = 16;

/** Says whether a log is what was written, and how far that can be told. */
export async function verifyLog(directory: string, options: VerifyOptions = {}): Promise<Verification> {
  try {
    return await judge(directory, options);
  } catch (error) {
    const { syscall, path = directory, code } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw new EvidenceProblem("NOT_READABLE", `${path}: expected to read it, found ${code}`, {
      cause: error,
      hint: "the log may belong to another user, such as that of the recorder: verify as that user, or take a copy",
    });
  }
}

async function judge(directory: string, options: VerifyOptions): Promise<Verification> {
  const kept = options.checkpoint === undefined ? undefined : parseCheckpoint(options.checkpoint);
  const trusted = options.keys ?? [];
  for (const key of trusted) publicKeyObject(key);
  // Before the entries are looked at: whoever writes meanwhile would make it cover more of them than we see.
  const stored = await readStoredCheckpoint(directory);
  const { segments, strangers } = await findSegments(directory);
  const storedSize = stored === undefined || stored instanceof EvidenceProblem ? undefined : stored.size;
  const tiles = new StoredTiles(directory);
  const chain = new Chain(tiles, {
    rootsAt: [kept?.size, storedSize].filter((size) => size !== undefined),
    partialTilesAt: storedSize,
  });

  const beginning = await readBeginning(directory, segments);
  const { fault, entries, growing } = beginning.fault
    ? { fault: beginning.fault, entries: await countAll(segments), growing: false }
    : await checkEntries(directory, segments, chain, beginning, options);

  const checkpointFault =
    fault === undefined || fault.code === "TORN_TAIL"
      ? judgeCheckpoints(chain, beginning.origin ?? "", trusted, kept, stored)
      : undefined;
  return summarise({
    origin: beginning.origin,
    entries,
    chain,
    tiles,
    strangers,
    growing,
    trusted: options.keys === undefined ? undefined : trusted,
    kept: kept?.size,
    stored: storedSize,
    artifactsAsked: options.artifacts === true,
    faults: { entry: fault, checkpoint: checkpointFault },
  });
}

async function countAll(segments: readonly Segment[]): Promise<number> {
  const [segment] = segments;
  return segment === undefined ? 0 : await countLines(segments, { segment, start: 0, end: 0 });
}

interface Checked {
  readonly fault: Fault | undefined;
  readonly entries: number;
  /** The log was written to while it was read. */
  readonly growing: boolean;
}

async function checkEntries(
  directory: string,
  segments: readonly Segment[],
  chain: Chain,
  { origin = "", publicKey = new Uint8Array() }: Beginning,
  { signal, onProgress, workers, artifacts }: VerifyOptions,
): Promise<Checked> {
  const totalBytes = segments.reduce((sum, { size }) => sum + size, 0);
  await using checkers = chooseCheckers(totalBytes, workers);
  const task = ({ segment, start, end }: Range): RangeTask => ({
    path: segment.path,
    start,
    end,
    origin,
    publicKey: chain.keyFor(chain.size) ?? publicKey,
    artifactsIn: artifacts === true ? directory : undefined,
  });
  let bytes = 0;
  for await (const { range, result } of inOrder(cutIntoRanges(segments), checkers, chain, task)) {
    signal?.throwIfAborted();
    const before = chain.size;
    const fault = chain.add(range, result) ?? unended(range, result, chain, segments);
    if (fault !== undefined) {
      const growing = fault.code === "TORN_TAIL" && (await stat(range.segment.path)).size > range.segment.size;
      const entries = before + (await countLines(segments, range));
      return { fault: growing ? undefined : fault, entries, growing };
    }
    bytes += range.end - range.start;
    onProgress?.({ entries: chain.size, bytes, totalBytes });
  }
  return { fault: emptyEnd(chain, segments), entries: chain.size, growing: false };
}

function chooseCheckers(totalBytes: number, workers: number | undefined): Checkers {
  const many = workers ?? (totalBytes < smallLog ? 0 : Math.min(availableParallelism(), mostWorkers));
  return many === 0 ? thisThread() : threads(many);
}

/** Has several ranges checked at once and gives the results in the order of the log. */
async function* inOrder(
  ranges: AsyncIterable<Range>,
  checkers: Checkers,
  chain: Chain,
  taskOf: (range: Range) => RangeTask,
): AsyncGenerator<{ range: Range; result: RangeResult }> {
  interface UnderWay {
    readonly range: Range;
    readonly task: RangeTask;
    readonly result: Promise<RangeResult>;
  }
  const underWay: UnderWay[] = [];
  const settle = async ({ range, task, result }: UnderWay) => {
    const found = await result;
    const key = chain.keyFor(chain.size);
    // The key changed in a range before this one, which nobody knew when it was given out.
    const outdated = key !== undefined && !key.equals(task.publicKey);
    return { range, result: outdated ? await checkers.check(taskOf(range)) : found };
  };
  for await (const range of ranges) {
    const task = taskOf(range);
    underWay.push({ range, task, result: checkers.check(task) });
    const oldest = underWay.length >= checkers.atOnce ? underWay.shift() : undefined;
    if (oldest !== undefined) yield await settle(oldest);
  }
  for (const oldest of underWay) yield await settle(oldest);
}

/** Bytes after the last newline are an unfinished write at the end of a log, and damage anywhere else. */
function unended(range: Range, { rest }: RangeResult, chain: Chain, segments: readonly Segment[]) {
  if (rest === 0) return undefined;
  const { segment } = range;
  const end = segments.findLast(({ size }) => size > 0);
  const last = segment === end && range.end === segment.size && rest <= longestLine;
  const fault: Fault = {
    sequence: chain.size,
    code: last ? "TORN_TAIL" : "MALFORMED_ENTRY",
    message: last
      ? `an unfinished write of ${rest} bytes; the ${chain.size} entries before it are whole`
      : "a line without an end",
    segment: segment.name,
    offset: range.end - rest,
  };
  return fault;
}

/** A segment that was begun and has no entry yet must at least continue the log. */
function emptyEnd(chain: Chain, segments: readonly Segment[]): Fault | undefined {
  const odd = segments.find(({ size, first }) => size === 0 && first !== chain.size);
  return (
    odd && {
      sequence: chain.size,
      code: "MISSING_SEGMENT",
      message: `${odd.name} is empty and does not continue the log: entries are gone`,
      segment: odd.name,
      offset: 0,
    }
  );
}
