import { rm } from "node:fs/promises";
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
  const record = recordSchema.safeParse(await readJson(recordPath(cache, key)));
  if (!record.success) return undefined;
  let touched = false;
  for (const { digest, stamp } of record.data.blobs) {
    const path = blobPath(cache, digest);
    const found = await stampOf(path);
    if (found === stamp) continue;
    touched = true;
    if (found !== undefined && `sha256:${await sha256OfFile(path)}` === digest) continue;
    await rm(path, { force: true });
    return undefined;
  }
  const blobs = record.data.blobs.map(({ digest, size }) => ({ digest, size }));
  if (touched) await remember(cache, key, blobs);
  return blobs;
}

function recordPath(cache: Cache, key: string): string {
  return join(cache.built, `${key}.json`);
}
