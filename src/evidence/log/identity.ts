import { existsSync } from "node:fs";
import { type Entry, EvidenceProblem, keyId, noHash, readEntry } from "../format/index.ts";
import { type Layout, segmentPath } from "./layout.ts";
import { LineReader } from "./lines.ts";

/** What is fixed about a log from its first entry on. */
export interface Identity {
  readonly layout: Layout;
  readonly origin: string;
  /** The first one. */
  readonly publicKey: Buffer;
  /** Its id. */
  readonly firstKey: string;
}

/**
 * Reads the first entry. Whether it is signed, and by the right key, is for a verifier to say. Writers hold what it says
 * against the last entry and against the keys that they have.
 */
export function identify(layout: Layout, origin: string | undefined): Identity {
  const path = segmentPath(layout, 0);
  if (!existsSync(path)) {
    throw new EvidenceProblem("NO_SUCH_LOG", `${layout.directory}: expected an evidence log, found none`, {
      hint: "name the directory of a log, or record something first: that starts one",
    });
  }
  using reader = new LineReader(layout, { sequence: 0, segment: 0, offset: 0 });
  const line = reader.next()?.bytes;
  if (line === undefined) throw new EvidenceProblem("EMPTY_LOG", `${path}: expected the first entry, found none`);
  const entry = firstEntry(line, path);
  const publicKey = Buffer.from(entry.data.publicKey, "base64");
  const firstKey = keyId(publicKey);
  if (entry.previous !== noHash || entry.key !== firstKey) {
    throw new EvidenceProblem("UNKNOWN_KEY", `${path}: expected a first entry under the key that it names itself`);
  }
  if (origin !== undefined && origin !== entry.log) {
    throw new EvidenceProblem("WRONG_LOG", `${layout.directory}: expected the log ${origin}, found ${entry.log}`);
  }
  return { layout, origin: entry.log, publicKey, firstKey };
}

function firstEntry(line: Buffer, path: string): Entry<"log"> {
  let entry: Entry;
  try {
    entry = readEntry(line);
  } catch (error) {
    if (!(error instanceof EvidenceProblem)) throw error;
    throw new EvidenceProblem(error.code, `${path}: entry 0: ${error.message}`, { cause: error });
  }
  // The format has no other type in this place, and this one in no other.
  if (entry.sequence === 0) return entry as Entry<"log">;
  throw new EvidenceProblem("BROKEN_LINK", `${path}: expected entry 0, found entry ${entry.sequence}`);
}
