import { createHash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import type { Artifact } from "../format/index.ts";

export interface ArtifactFault {
  readonly message: string;
}

/** Digests that were found right: the same file is often named by many entries. Bounded, so that memory is. */
const found = new Set<string>();
const mostFound = 50_000;
const window = Buffer.allocUnsafe(64 * 1024);

/** What is wrong with the stored bytes of an artifact, or nothing. */
export function artifactFault(directory: string, artifact: Artifact): ArtifactFault | undefined {
  const path = `artifacts/sha256/${artifact.digest.slice(0, 2)}/${artifact.digest}`;
  const once = `${directory}\0${artifact.digest}\0${artifact.size}`;
  if (found.has(once)) return undefined;
  const said = `the artifact ${JSON.stringify(artifact.name)}`;
  try {
    const { size, digest } = digestOf(join(directory, path));
    if (size !== artifact.size)
      return { message: `${said}: expected ${artifact.size} bytes, found ${size} in ${path}` };
    if (digest !== artifact.digest) return { message: `${said}: ${path} has other bytes, their digest is ${digest}` };
  } catch (cause) {
    return { message: `${said}: ${path} cannot be read (${(cause as NodeJS.ErrnoException).code})` };
  }
  if (found.size < mostFound) found.add(once);
  return undefined;
}

function digestOf(path: string): { size: number; digest: string } {
  const file = openSync(path, "r");
  try {
    const hash = createHash("sha256");
    let size = 0;
    for (let read = readSync(file, window); read > 0; read = readSync(file, window)) {
      hash.update(window.subarray(0, read));
      size += read;
    }
    return { size, digest: hash.digest("hex") };
  } finally {
    closeSync(file);
  }
}
