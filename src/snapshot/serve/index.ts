import type { Readable, Writable } from "node:stream";
import type { Store } from "../store/store.ts";

/** Serves the tools over MCP. The protocol's library is loaded for this alone. */
export async function serveTools(
  store: Store,
  streams: { readonly input: Readable; readonly output: Writable },
  options: { readonly version: string; readonly signal: AbortSignal },
): Promise<void> {
  const { serve } = await import("./server.ts");
  await serve(store, streams, options);
}
