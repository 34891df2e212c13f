import { type Client, type KubeObject, watch } from "../../kubernetes/index.ts";
import { messageOf } from "../../problem/index.ts";
import type { Gaps } from "./gaps.ts";
import type { Observed } from "./model.ts";
import { apiVersionOf, events, isFurniture, placesOf, type Resource, resourcesOf, trimmed } from "./resources.ts";

/** Which namespaces are looked at; what has none always is. */
export type Wanted = (namespace: string | undefined) => boolean;

/** Every object and every change of one, until `signal` ends it. Settles when all that is there was seen once. */
export async function watchObjects(
  client: Client,
  { namespaces, wanted }: { readonly namespaces: readonly string[] | undefined; readonly wanted: Wanted },
  into: { readonly objects: Observed[]; readonly events: Observed[]; readonly gaps: Gaps; heard(): void },
  signal: AbortSignal,
): Promise<{ readonly over: Promise<unknown> }> {
  const { gaps } = into;
  const resources = await resourcesOf(client, (what) => gaps.add(what), signal);
  const last = new Map<string, string>();
  const observe = (list: Observed[], resource: Resource, type: Observed["type"], found: KubeObject) => {
    // Items of a list do not say what they are.
    const { kind } = resource;
    const object = trimmed({ ...found, apiVersion: apiVersionOf(resource), kind });
    if (!wanted(object.metadata.namespace) || isFurniture(object)) return;
    if (kind === "Namespace" && !wanted(object.metadata.name)) return;
    const [text, key] = [JSON.stringify(object), object.metadata.uid ?? ""];
    if (type !== "DELETED" && last.get(key) === text) return;
    last.set(key, text);
    list.push({ time: Date.now(), type, object });
  };
  const synced: Promise<void>[] = [];
  const over: Promise<void>[] = [];
  const follow = async (resource: Resource) => {
    const list = resource === events ? into.events : into.objects;
    const places = await placesOf(client, resource, namespaces, signal).catch((thrown: unknown) => {
      signal.throwIfAborted();
      gaps.add(`${resource.kind}: ${messageOf(thrown)}`);
      return { paths: [], closed: [] };
    });
    gaps.closed(resource, places);
    for (const path of places.paths) {
      const first = Promise.withResolvers<void>();
      synced.push(first.promise);
      const watching = async () => {
        let began = false;
        const there = new Map<string, KubeObject>();
        for await (const event of watch(client, path, signal)) {
          into.heard();
          if (event.type === "SYNCED") {
            began = true;
            first.resolve();
            // What went while nobody was listening is not told of: it is only no longer there.
            for (const [uid, object] of there) {
              if (event.present.has(uid)) continue;
              there.delete(uid);
              observe(list, resource, "DELETED", object);
            }
            continue;
          }
          const uid = event.object.metadata.uid ?? "";
          if (event.type === "DELETED") there.delete(uid);
          else there.set(uid, event.object);
          observe(list, resource, began ? event.type : undefined, event.object);
        }
      };
      over.push(
        watching().catch((thrown: unknown) => {
          if (!signal.aborted) gaps.add(`${path}: ${messageOf(thrown)}`);
        }),
      );
    }
  };
  await Promise.all([...resources, events].map(follow));
  const giveUp = new Promise<void>((resolve) => setTimeout(resolve, 20_000).unref());
  await Promise.race([Promise.all(synced), giveUp]);
  return { over: Promise.all(over) };
}
