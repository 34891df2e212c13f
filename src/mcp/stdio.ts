import type { Readable, Writable } from "node:stream";
import { StdioServerTransport, serveStdio as serve } from "@modelcontextprotocol/server/stdio";
import { newId } from "../evidence/index.ts";
import type { Desk } from "./desk.ts";
import { buildServer } from "./server.ts";

const largestMessage = 64 * 1024 * 1024;

/** Serves the one client at the other end of these streams, until it hangs up or `signal` says so. */
export async function serveStdio(
  desk: Desk,
  streams: { readonly input: Readable; readonly output: Writable },
  signal: AbortSignal,
): Promise<void> {
  const session = desk.options.session ?? newId();
  const transport = new StdioServerTransport(streams.input, streams.output, { maxBufferSize: largestMessage });
  const over = new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve());
    streams.input.once("close", resolve).once("end", resolve).once("error", resolve);
  });
  const served = serve(() => buildServer(desk, () => session), { transport });
  await over;
  await served.close();
}
