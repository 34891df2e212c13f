import { type Client, type KubeObject, watch } from "../../../kubernetes/index.ts";

/** A collection of the API server, kept up to date. */
export interface Mirror {
  readonly objects: ReadonlyMap<string, KubeObject>;
  /** Whether a whole list was seen; before that, absence means nothing. */
  readonly complete: boolean;
  /** Settles when the watch ended, which only its signal makes it do. */
  readonly ended: Promise<void>;
}

export function mirror(client: Client, path: string, signal: AbortSignal, changed: () => void): Mirror {
  const objects = new Map<string, KubeObject>();
  let complete = false;
  const follow = async () => {
    for await (const event of watch(client, path, signal)) {
      if (event.type === "SYNCED") {
        // What was deleted while the connection was lost was never reported as such.
        for (const uid of objects.keys()) if (!event.present.has(uid)) objects.delete(uid);
        complete = true;
      } else {
        const uid = event.object.metadata.uid ?? "";
        if (event.type === "DELETED") objects.delete(uid);
        else objects.set(uid, event.object);
      }
      if (complete) changed();
    }
  };
  const ended = follow();
  return {
    objects,
    get complete() {
      return complete;
    },
    ended,
  };
}
