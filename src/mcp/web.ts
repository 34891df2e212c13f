import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** More than any sensible manifest; a request that is larger is refused before it is read. */
export const largestBody = 32 * 1024 * 1024;

/** Where a request came from, as the kernel says: whatever a client wrote there is overwritten. */
export const peerHeader = "airworthy-peer";

/** Node's request as the web's, which the protocol library speaks. Undefined if its body is too large. */
export async function toWeb(request: IncomingMessage, signal: AbortSignal): Promise<Request | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largestBody) return undefined;
    chunks.push(chunk);
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const each of [value ?? []].flat()) headers.append(name, each);
  }
  headers.set(peerHeader, request.socket.remoteAddress ?? "unknown");
  const { method = "GET", url = "/" } = request;
  const body = method === "GET" || method === "HEAD" ? null : Buffer.concat(chunks);
  return new Request(new URL(url, "http://localhost"), { method, headers, body, signal });
}

/** The web's response as Node's; a stream of events goes out piece by piece. */
export async function send(response: Response, to: ServerResponse): Promise<void> {
  to.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) {
    to.end();
    return;
  }
  to.flushHeaders();
  // Whoever hangs up early has what they wanted.
  await pipeline(Readable.fromWeb(response.body as never), to).catch(() => {});
}
