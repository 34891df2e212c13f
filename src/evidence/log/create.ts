import { randomBytes } from "node:crypto";
import { existsSync, linkSync } from "node:fs";
import { rm } from "node:fs/promises";
import {
  type Draft,
  type EntryData,
  type EntryType,
  EvidenceProblem,
  newId,
  noHash,
  prepareEntry,
} from "../format/index.ts";
import type { LogOptions } from "./contract.ts";
import { diskProblem } from "./disk.ts";
import { makeDirectory, syncDirectory, unfinishedFile } from "./files.ts";
import type { KeyStore } from "./keys.ts";
import { type Layout, listSegments, segmentPath } from "./layout.ts";

/** An entry that a log writes about itself. */
export function ownDraft<Type extends EntryType>(type: Type, data: EntryData[Type], options: LogOptions): Draft<Type> {
  return {
    id: newId(),
    time: new Date().toISOString(),
    type,
    actor: options.actor ?? { kind: "service", id: "airworthy" },
    capture: { channel: "recorder", custody: options.custody ?? "shared" },
    data,
  };
}

/**
 * Starts a log with a key of its own. Of several who start it at once one succeeds, and the others find it there: the
 * first segment appears under its name in one step, with its first entry in it.
 */
export async function createLog(layout: Layout, keys: KeyStore, options: LogOptions): Promise<boolean> {
  const first = segmentPath(layout, 0);
  // In this order: whoever starts it meanwhile makes the first segment before anything else.
  const hasRest = existsSync(layout.checkpoint) || listSegments(layout).length > 0;
  if (existsSync(first)) return false;
  if (hasRest) throw lostBeginning(first);
  const key = await keys.create();
  await keys.createSecret(key.id);
  const derivedFrom = options.derivedFrom ? { derivedFrom: options.derivedFrom } : {};
  const data = { publicKey: key.publicKey.toString("base64"), ...derivedFrom };
  const log = options.origin ?? `airworthy/${randomBytes(4).toString("hex")}`;
  const place = { log, sequence: 0, previous: noHash, key: key.id };
  const { line } = prepareEntry(ownDraft("log", data, options))(place, key.sign);
  await makeDirectory(layout.segments);
  const unfinished = await unfinishedFile(layout.lock, Buffer.concat([line, Buffer.from("\n")]), 0o640);
  try {
    linkSync(unfinished, first);
    await syncDirectory(layout.segments);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw diskProblem(error, first);
    await keys.forget(key.id);
    return false;
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** A log that lost its first segment is not a place for a new one. */
function lostBeginning(first: string): EvidenceProblem {
  return new EvidenceProblem("MISSING_SEGMENT", `${first}: expected the beginning of the log that was here`, {
    hint: "put the log's files back from a copy, or start a log in another directory",
  });
}
