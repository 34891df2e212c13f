import { rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { type Blob, blobPath, type Cache, readJson, sha256OfFile, stampOf, writeWhole } from "./cache.ts";

const blobSchema = z.object({ digest: z.string().regex(/^sha256:[0-9a-f]{64}$/), size: z.number(), stamp: z.string() });
const recordSchema = z.object({ blobs: z.array(blobSchema) });

/** Writes down that something is built, once all its blobs are in their places. */
export async function remember(cache: Cache, key: string, blobs: readonly Blob[]): Promise<void> {
  const stamped = [];
  for (const { digest, size } of blobs) stamped.push({ digest, size, stamp: await stampOf(blobPath(cache, digest)) });
  await writeWhole(recordPath(cache, key), JSON.stringify({ blobs: stamped }));
}

/** The blobs of an earlier build in the order given then; undefined if there was none or one of them is damaged. */
export async function recall(cache: Cache, key: string): Promise<Blob[] | undefined> {
  const record = await readRecord(recordPath(cache, key));
  if (!record) return undefined;
  let touched = false;
  for (const { digest, stamp } of record) {
    const path = blobPath(cache, digest);
    const found = await stampOf(path);
    if (found === stamp) continue;
    touched = true;
    if (found !== undefined && `sha256:${await sha256OfFile(path)}` === digest) continue;
    await rm(path, { force: true });
    return undefined;
  }
  const blobs = record.map(({ digest, size }) => ({ digest, size }));
  if (touched) await remember(cache, key, blobs);
  // Notes that it was used, for whoever prunes. A cache that we may only read is not pruned by us.
  else await utimes(recordPath(cache, key), new Date(), new Date()).catch(() => {});
  return blobs;
}

/** What a record lists, whether it is still there or not. */
export async function readRecord(path: string): Promise<z.infer<typeof recordSchema>["blobs"] | undefined> {
  return recordSchema.safeParse(await readJson(path)).data?.blobs;
}

export function recordPath(cache: Cache, key: string): string {
  return join(cache.built, `${key}.json`);
}
