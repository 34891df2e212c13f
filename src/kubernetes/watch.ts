import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "./client.ts";
import type { KubeObject } from "./object.ts";

export type WatchEvent =
  | { type: "ADDED" | "MODIFIED" | "DELETED"; object: KubeObject }
  /** The list is complete; `present` holds the UIDs of all there is. */
  | { type: "SYNCED"; present: ReadonlySet<string> };

/**
 * Follows a collection for as long as `signal` lets it: every present object as ADDED, then SYNCED, then each change.
 * A lost connection or an expired version starts over with a new list, so a consumer that keeps a map by UID must
 * at every SYNCED drop what is not `present`.
 */
export async function* watch(client: Client, path: string, signal: AbortSignal): AsyncGenerator<WatchEvent> {
  while (!signal.aborted) {
    try {
      const list = await client.list(path, signal);
      for (const object of list.items) yield { type: "ADDED", object };
      yield { type: "SYNCED", present: new Set(list.items.map((object) => object.metadata.uid ?? "")) };
      yield* follow(client, path, list.metadata.resourceVersion, signal);
    } catch {
      if (signal.aborted) return;
      await sleep(200, undefined, { signal }).catch(() => {}); // An API server that restarts is back in a moment.
    }
  }
}

async function* follow(client: Client, path: string, from: string, signal: AbortSignal): AsyncGenerator<WatchEvent> {
  const join = path.includes("?") ? "&" : "?";
  const stream = await client.stream(`${path}${join}watch=1&allowWatchBookmarks=false&resourceVersion=${from}`, signal);
  const lines = createInterface({ input: stream });
  // A stream that breaks ends the loop below; the caller lists again.
  stream.on("error", () => lines.close());
  for await (const line of lines) {
    const event = JSON.parse(line) as { type: string; object: KubeObject };
    if (event.type === "ERROR") return;
    if (event.type !== "BOOKMARK") yield event as WatchEvent;
  }
}
