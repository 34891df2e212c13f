import { type Client, type KubeObject, watch } from "../../kubernetes/index.ts";
import { messageOf } from "../../problem/index.ts";
import type { Observed } from "./model.ts";
import { isFurniture, type Resource, resourcesOf, trimmed } from "./resources.ts";

/** Which namespaces are looked at; what has none always is. */
export type Wanted = (namespace: string | undefined) => boolean;

/** Every object and every change of one, until `signal` ends it. Settles when all that is there was seen once. */
export async function watchObjects(
  client: Client,
  wanted: Wanted,
  into: { readonly objects: Observed[]; readonly events: Observed[]; missing(what: string): void },
  signal: AbortSignal,
): Promise<{ readonly over: Promise<unknown> }> {
  const resources = await resourcesOf(client, signal);
  const events: Resource = { path: "/api/v1/events", apiVersion: "v1", kind: "Event" };
  const last = new Map<string, string>();
  const observe = (list: Observed[], { apiVersion, kind }: Resource, type: Observed["type"], found: KubeObject) => {
    // Items of a list do not say what they are.
    const object = trimmed({ ...found, apiVersion, kind });
    if (!wanted(object.metadata.namespace) || isFurniture(object)) return;
    if (kind === "Namespace" && !wanted(object.metadata.name)) return;
    const [text, key] = [JSON.stringify(object), object.metadata.uid ?? ""];
    if (type !== "DELETED" && last.get(key) === text) return;
    last.set(key, text);
    list.push({ time: Date.now(), type, object });
  };
  const synced: Promise<void>[] = [];
  const over: Promise<void>[] = [];
  for (const resource of [...resources, events]) {
    const list = resource === events ? into.events : into.objects;
    const first = Promise.withResolvers<void>();
    synced.push(first.promise);
    over.push(
      (async () => {
        let began = false;
        for await (const event of watch(client, resource.path, signal)) {
          if (event.type === "SYNCED") {
            began = true;
            first.resolve();
          } else observe(list, resource, began ? event.type : undefined, event.object);
        }
      })().catch((thrown: unknown) => {
        if (!signal.aborted) into.missing(`${resource.path}: ${messageOf(thrown)}`);
      }),
    );
  }
  const giveUp = new Promise<void>((resolve) => setTimeout(resolve, 20_000).unref());
  await Promise.race([Promise.all(synced), giveUp]);
  return { over: Promise.all(over) };
}
