import { createHash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import type { Artifact } from "../format/index.ts";

const window = Buffer.allocUnsafe(64 * 1024);
const mostFound = 50_000;

/** Reads stored artifacts during one verification. */
export class StoredArtifacts {
  readonly #directory: string;
  /** Digests that were found right: the same file is often named by many entries. Bounded, so that memory is. */
  readonly #found = new Set<string>();

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** What is wrong with the stored bytes of an artifact, or nothing. */
  fault({ name, digest, size }: Artifact): string | undefined {
    const once = `${digest} ${size}`;
    if (this.#found.has(once)) return undefined;
    const path = `artifacts/sha256/${digest.slice(0, 2)}/${digest}`;
    const said = `the artifact ${JSON.stringify(name)}`;
    try {
      const found = digestOf(join(this.#directory, path));
      if (found.size !== size) return `${said}: expected ${size} bytes, found ${found.size} in ${path}`;
      if (found.digest !== digest) return `${said}: ${path} has other bytes, their digest is ${found.digest}`;
    } catch (cause) {
      return `${said}: ${path} cannot be read (${(cause as NodeJS.ErrnoException).code})`;
    }
    if (this.#found.size < mostFound) this.#found.add(once);
    return undefined;
  }
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
