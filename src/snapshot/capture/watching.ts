import { type Client, type KubeObject, watch } from "../../kubernetes/index.ts";
import { messageOf } from "../../problem/index.ts";
import type { Observed } from "./model.ts";
import { apiVersionOf, events, isFurniture, placesOf, type Resource, resourcesOf, trimmed } from "./resources.ts";

/** Which namespaces are looked at; what has none always is. */
export type Wanted = (namespace: string | undefined) => boolean;

/** Every object and every change of one, until `signal` ends it. Settles when all that is there was seen once. */
export async function watchObjects(
  client: Client,
  { namespaces, wanted }: { readonly namespaces: readonly string[] | undefined; readonly wanted: Wanted },
  into: { readonly objects: Observed[]; readonly events: Observed[]; missing(what: string): void },
  signal: AbortSignal,
): Promise<{ readonly over: Promise<unknown> }> {
  const resources = await resourcesOf(client, signal);
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
    const places = await placesOf(client, resource, namespaces, signal).catch(() => []);
    if (places.length === 0) into.missing(`${resource.kind}: not for us to see`);
    for (const path of places) {
      const first = Promise.withResolvers<void>();
      synced.push(first.promise);
      const watching = async () => {
        let began = false;
        for await (const event of watch(client, path, signal)) {
          if (event.type === "SYNCED") {
            began = true;
            first.resolve();
          } else observe(list, resource, began ? event.type : undefined, event.object);
        }
      };
      over.push(
        watching().catch((thrown: unknown) => {
          if (!signal.aborted) into.missing(`${path}: ${messageOf(thrown)}`);
        }),
      );
    }
  };
  await Promise.all([...resources, events].map(follow));
  const giveUp = new Promise<void>((resolve) => setTimeout(resolve, 20_000).unref());
  await Promise.race([Promise.all(synced), giveUp]);
  return { over: Promise.all(over) };
}
