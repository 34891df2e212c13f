import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { type Blob, blobPath, type Cache } from "../cache.ts";
import { ImageProblem } from "../problem.ts";
import type { FoundManifest } from "./local.ts";
import { rangeOf } from "./range.ts";

const IDLE_MS = 60_000;

export function sendManifest(response: ServerResponse, found: FoundManifest): void {
  if (found.standIn) response.setHeader("airworthy-stand-in", found.standIn);
  response.writeHead(200, {
    "content-type": found.mediaType,
    "content-length": found.content.length,
    "docker-content-digest": found.digest,
    etag: `"${found.digest}"`,
  });
  response.end(response.req.method === "HEAD" ? undefined : found.content);
}

export async function sendBlob(cache: Cache, response: ServerResponse, blob: Blob): Promise<void> {
  const range = rangeOf(response.req.headers.range, blob.size);
  response.setHeader("docker-content-digest", blob.digest);
  response.setHeader("accept-ranges", "bytes");
  response.setHeader("content-type", "application/octet-stream");
  if (range === "unsatisfiable") {
    response.writeHead(416, { "content-range": `bytes */${blob.size}`, "content-length": 0 }).end();
    return;
  }
  const { start, end } = range === "whole" ? { start: 0, end: blob.size - 1 } : range;
  response.setHeader("content-length", end - start + 1);
  if (range !== "whole") response.setHeader("content-range", `bytes ${start}-${end}/${blob.size}`);
  response.writeHead(range === "whole" ? 200 : 206);
  if (response.req.method === "HEAD") return void response.end();
  response.setTimeout(IDLE_MS, () => response.destroy()); // a reader that stopped reading
  const path = blobPath(cache, blob.digest);
  const bytes = createReadStream(path, { start, end, highWaterMark: 1 << 20 });
  try {
    await pipeline(range === "whole" ? verified(bytes, blob, path) : bytes, response);
  } catch (thrown) {
    response.destroy();
    if (thrown instanceof ImageProblem) throw thrown;
    // Else the client went away, which is its own business.
  }
}

/** Holds the last piece back until the digest is known, so that damaged bytes never arrive as a complete answer. */
async function* verified(bytes: AsyncIterable<Buffer>, blob: Blob, path: string): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  let held: Buffer | undefined;
  for await (const chunk of bytes) {
    hash.update(chunk);
    if (held) yield held;
    held = chunk;
  }
  if (`sha256:${hash.digest("hex")}` !== blob.digest) {
    await rm(path, { force: true }); // the next request finds it missing and builds it again
    throw new ImageProblem("CORRUPT", `${path}: its bytes are not those of ${blob.digest}`);
  }
  if (held) yield held;
}
