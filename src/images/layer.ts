import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { type Blob, type Cache, putStream } from "./cache.ts";
import { ImageProblem } from "./problem.ts";
import { padding, tarEnd, tarHeader } from "./tar-write.ts";
import { type Entry, Tree } from "./tree.ts";

/** Writes a tree as an uncompressed layer, so that its digest is also the one containerd unpacks it under. */
export async function writeLayer(cache: Cache, tree: Tree): Promise<Blob> {
  return stored(putStream(cache, layerBytes(tree.entries())));
}

/** A layer with one big file, streamed from disk. */
export async function writeFileLayer(cache: Cache, source: string, path: string): Promise<Blob> {
  const above = new Tree();
  above.add({ kind: "directory", path: dirname(path) });
  const { size } = await stat(source);
  const head: Entry = { kind: "file", path: path.slice(1), content: Buffer.alloc(0), mode: 0o755, uid: 0, gid: 0 };
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for (const entry of above.entries()) yield tarHeader(entry, 0);
    yield tarHeader(head, size);
    yield* createReadStream(source, { highWaterMark: 1 << 20 });
    yield padding(size);
    yield tarEnd();
  }
  return stored(putStream(cache, bytes()));
}

function* layerBytes(entries: readonly Entry[]): Generator<Uint8Array> {
  // Many small writes are slow: collect them to about a megabyte.
  let batch: Uint8Array[] = [];
  let size = 0;
  for (const entry of entries) {
    const content = entry.kind === "file" ? entry.content : Buffer.alloc(0);
    batch.push(tarHeader(entry, content.length), content, padding(content.length));
    size += 1024 + content.length;
    if (size > 1 << 20) {
      yield Buffer.concat(batch);
      batch = [];
      size = 0;
    }
  }
  yield Buffer.concat([...batch, tarEnd()]);
}

async function stored(result: ReturnType<typeof putStream>): Promise<Blob> {
  const blob = await result;
  if ("mismatch" in blob) throw new ImageProblem("CORRUPT", `layer: unexpected digest ${blob.mismatch}`);
  return blob;
}
