import type { Readable } from "node:stream";
import { RecorderProblem } from "../problem.ts";

/** A frame is its length in four bytes, most significant first, and that many bytes of JSON. */
const headerLength = 4;
/** Manifests and plans come whole. */
const largestFrame = 32 * 1024 * 1024;

export function frameOf(message: unknown): Buffer {
  const body = Buffer.from(JSON.stringify(message));
  if (body.length > largestFrame) throw tooLarge(body.length);
  const header = Buffer.alloc(headerLength);
  header.writeUInt32BE(body.length);
  return Buffer.concat([header, body]);
}

/** What a reader does about the frames of somebody it does not trust. */
export interface Care {
  /** Called before the body of a frame is read; what it returns is disposed of when the next frame is asked for. */
  admit(length: number): Promise<Disposable>;
  /** Held while the body of a frame is read. */
  reading(): Disposable;
}

/**
 * The frames of a stream, one at a time: nothing more is read until the next one is asked for, so a sender who is too
 * fast is slowed down by the kernel. Memory grows with the bytes that came, not with the length that was announced.
 */
export async function* frames(stream: Readable, care?: Care): AsyncGenerator<unknown> {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let held: Buffer[] = [];
  let size = 0;
  const take = async (length: number): Promise<Buffer | undefined> => {
    while (size < length) {
      const { value, done } = await chunks.next();
      if (done) return undefined;
      held.push(value);
      size += value.length;
    }
    const all = Buffer.concat(held);
    held = [all.subarray(length)];
    size -= length;
    return all.subarray(0, length);
  };
  for (;;) {
    const header = await take(headerLength);
    if (header === undefined) return;
    const length = header.readUInt32BE();
    if (length > largestFrame) throw tooLarge(length);
    using _ = await care?.admit(length);
    const reading = care?.reading();
    const body = await take(length).finally(() => reading?.[Symbol.dispose]());
    // Whoever hangs up in the middle of a frame has not said anything.
    if (body === undefined) return;
    yield parse(body);
  }
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch (cause) {
    throw new RecorderProblem(
      "BAD_MESSAGE",
      `expected JSON in a frame, found ${JSON.stringify(body.toString("latin1", 0, 40))}`,
      {
        cause,
      },
    );
  }
}

function tooLarge(length: number): RecorderProblem {
  return new RecorderProblem("TOO_LARGE", `a frame of ${length} bytes: expected at most ${largestFrame}`, {
    hint: "an HTTP client or another program may have found the wrong socket; else give fewer or smaller documents",
  });
}
