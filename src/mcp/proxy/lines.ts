import { once } from "node:events";
import type { Readable, Writable } from "node:stream";

/**
 * Hands over the lines of a stream, one after the other, each only when the one before is done with: what comes in
 * order goes on in order. The line's own bytes are kept, whatever is in them.
 */
export async function eachLine(stream: Readable, use: (line: Buffer) => Promise<void>): Promise<void> {
  let rest: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer | string>) {
    let bytes = Buffer.from(chunk);
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10)) {
      await use(Buffer.concat([...rest, bytes.subarray(0, end + 1)]));
      rest = [];
      bytes = bytes.subarray(end + 1);
    }
    if (bytes.length > 0) rest.push(bytes);
  }
  if (rest.length > 0) await use(Buffer.concat(rest));
}

/** Waits while the reader is behind, so that no more than a message or two is held here. */
export async function write(stream: Writable, bytes: Buffer | string): Promise<void> {
  if (stream.destroyed || stream.writableEnded) return;
  if (!stream.write(bytes)) await Promise.race([once(stream, "drain"), once(stream, "close")]).catch(() => {});
}
