import {
  type Entry,
  EvidenceProblem,
  keyId,
  longestLine,
  noHash,
  publicKeyObject,
  readEntry,
} from "../format/index.ts";
import { misnamed } from "./chain.ts";
import { checkKey, checkLink } from "./range.ts";
import { readFirstLine, type Segment } from "./segments.ts";
import type { Fault } from "./verification.ts";

export interface Beginning {
  readonly origin?: string;
  readonly publicKey?: Uint8Array;
  readonly fault?: Fault;
}

/** The first entry says how the log is called and which key signs. Its signature is checked with the others. */
export async function readBeginning(directory: string, segments: readonly Segment[]): Promise<Beginning> {
  const [segment, ...more] = segments.filter(({ size }) => size > 0);
  if (segment === undefined) return {};
  const fault = (code: Fault["code"], message: string): Beginning => ({
    fault: { sequence: 0, code, message, segment: segment.name, offset: 0 },
  });
  const { line, ended } = await readFirstLine(segment);
  if (!ended && line.length <= longestLine && more.length === 0) {
    throw new EvidenceProblem("EMPTY_LOG", `${directory}: the log has no entry, only an unfinished write of the first`);
  }
  try {
    const entry = readEntry(line);
    if (segment.first !== 0 && entry.sequence === 0) return fault("MISNAMED_SEGMENT", misnamed(segment));
    if (segment.first !== 0) return fault("MISSING_SEGMENT", `a file is gone: the first one here is ${segment.name}`);
    checkLink(entry, 0, noHash);
    const publicKey = Buffer.from((entry as Entry<"log">).data.publicKey, "base64");
    checkKey(entry, keyId(publicKey));
    publicKeyObject(publicKey);
    return { origin: entry.log, publicKey };
  } catch (problem) {
    if (!(problem instanceof EvidenceProblem)) throw problem;
    return segment.first === 0
      ? fault(problem.code, problem.message)
      : fault("MISSING_SEGMENT", `a file is gone: the first one here is ${segment.name}`);
  }
}
