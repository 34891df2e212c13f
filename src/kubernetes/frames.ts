import { randomBytes } from "node:crypto";
import type { Readable } from "node:stream";

/** What a client asks with so that a connection becomes a WebSocket (RFC 6455). */
export function handshake(protocol: string): Record<string, string> {
  return {
    accept: "*/*",
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": randomBytes(16).toString("base64"),
    "sec-websocket-protocol": protocol,
  };
}

/** The messages that a server sends, until it closes. It gets no answer: who only listens needs to give none. */
export async function* messages(socket: Readable, head: Buffer): AsyncGenerator<Buffer> {
  let message: Buffer[] = [];
  for await (const { opcode, last, payload } of frames(socket, head)) {
    if (opcode === closing) return;
    if (opcode > closing) continue; // To see whether we are still there.
    message.push(payload);
    if (!last) continue;
    yield Buffer.concat(message);
    message = [];
  }
}

interface Frame {
  readonly opcode: number;
  /** Of its message. */
  readonly last: boolean;
  readonly payload: Buffer;
  /** In bytes, with all that is around the payload. */
  readonly size: number;
}

const closing = 8;

async function* frames(socket: Readable, head: Buffer): AsyncGenerator<Frame> {
  let bytes = head;
  for (;;) {
    for (let frame = frameAt(bytes); frame !== undefined; frame = frameAt(bytes)) {
      bytes = bytes.subarray(frame.size);
      yield frame;
    }
    const chunk = await nextOf(socket);
    if (chunk === undefined) return;
    bytes = Buffer.concat([bytes, chunk]);
  }
}

async function nextOf(socket: Readable): Promise<Buffer | undefined> {
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) return chunk as Buffer;
  return undefined;
}

/** The frame that the bytes begin with, if all of it is there. Servers do not mask. */
function frameAt(bytes: Buffer): Frame | undefined {
  if (bytes.length < 2) return undefined;
  const [first = 0, second = 0] = bytes;
  const short = second & 0x7f;
  const start = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (bytes.length < start) return undefined;
  const length = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
  const size = start + length;
  if (bytes.length < size) return undefined;
  return { opcode: first & 0x0f, last: (first & 0x80) !== 0, payload: bytes.subarray(start, size), size };
}
