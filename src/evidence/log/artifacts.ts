import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Artifact, EvidenceProblem } from "../format/index.ts";
import { isMissing } from "./disk.ts";
import { placeFile, syncDirectory } from "./files.ts";
import type { Layout } from "./layout.ts";

/** Keeps bytes under their digest. The same bytes are kept once. */
export async function storeArtifact(layout: Layout, name: string, bytes: Uint8Array): Promise<Artifact> {
  const digest = hash("sha256", bytes, "hex");
  const path = pathOf(layout, digest);
  const kept = await readOrNothing(path);
  // A file that does not have its digest is worth nothing, and here are the right bytes.
  if (kept !== undefined && hash("sha256", kept, "hex") === digest) await syncDirectory(dirname(path));
  else await placeFile(path, bytes);
  return { name, digest, size: bytes.length, stored: true };
}

export async function readArtifact(layout: Layout, digest: string): Promise<Buffer | undefined> {
  // It becomes a path: from an entry, and who knows who wrote that.
  if (!/^[0-9a-f]{64}$/.test(digest)) {
    throw new EvidenceProblem("BAD_ARTIFACT", `expected a digest of 64 hex digits, found ${JSON.stringify(digest)}`);
  }
  const path = pathOf(layout, digest);
  const bytes = await readOrNothing(path);
  if (bytes === undefined || hash("sha256", bytes, "hex") === digest) return bytes;
  throw new EvidenceProblem("BAD_ARTIFACT", `${path}: expected bytes with that digest, found others`, {
    hint: "the file was changed after it was stored; put it back from a copy",
  });
}

function pathOf(layout: Layout, digest: string): string {
  return join(layout.artifacts, digest.slice(0, 2), digest);
}

async function readOrNothing(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
