import { type Client, type KubeObject, watch } from "../../kubernetes/index.ts";

export interface FollowOptions {
  readonly client: Client;
  readonly signal: AbortSignal;
  readonly onError: (message: string) => void;
}

/** Does something for each object of a collection, now and whenever it changes. A failure is told, and the rest goes on. */
export function follow(
  path: string,
  { client, signal, onError }: FollowOptions,
  handle: (object: KubeObject) => Promise<void>,
): void {
  const loop = async () => {
    for await (const event of watch(client, path, signal)) {
      if (event.type !== "ADDED" && event.type !== "MODIFIED") continue;
      await handle(event.object).catch((thrown: Error) => {
        if (!signal.aborted) onError(`${event.object.metadata.name}: ${thrown.message}`);
      });
    }
  };
  loop().catch(() => {}); // `watch` ends only with the signal.
}
