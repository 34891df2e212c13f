import { writeSync } from "node:fs";
import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { setImmediate as immediate, setTimeout as sleep } from "node:timers/promises";
import type { Document } from "../../risk/index.ts";

/** What is kept of one stream. The rest passes through all the same. */
const keptBytes = 4 * 1024 * 1024;
/** What the command left running may hold the pipe open for ever; nobody waits for that. */
const drainMs = 500;

export interface Tee {
  done(): Promise<Document>;
}

/** Passes a stream on to one of our own descriptors and keeps a copy of its beginning. */
export function tee(stream: Readable | null, to: number, name: string): Tee {
  const kept: Buffer[] = [];
  let size = 0;
  stream?.on("data", (chunk: Buffer) => {
    const room = keptBytes - size;
    if (room > 0) kept.push(chunk.subarray(0, room));
    size += chunk.length;
    if (!writeFully(to, chunk)) stream.destroy();
  });
  return {
    done: async () => {
      let closed = stream === null || stream.destroyed;
      const close = stream ? finished(stream).catch(() => {}) : Promise.resolve();
      // Our own writes may take long: silence counts only if a look at the pipe, after the wait, finds nothing new.
      for (let before = -1; !closed && before !== size; ) {
        before = size;
        closed = await Promise.race([close.then(() => true), sleep(drainMs, false)]);
        await immediate();
      }
      stream?.destroy();
      return {
        name: size > keptBytes ? `${name} (first ${keptBytes} of ${size} bytes)` : name,
        bytes: Buffer.concat(kept),
      };
    },
  };
}

/** False when nobody reads there any more: then the command shall notice, by its own pipe. */
function writeFully(to: number, chunk: Buffer): boolean {
  for (let at = 0; at < chunk.length; ) {
    try {
      at += writeSync(to, chunk, at);
    } catch (error) {
      // A descriptor that others made non-blocking: the reader is slow, so are we.
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return false;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
  return true;
}
