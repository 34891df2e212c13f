import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { KubeObject } from "../../../../kubernetes/index.ts";

/** An API server at the byte edge: lists and watches over real HTTP, with failures that a real one cannot be asked for. */
export interface FakeApi extends AsyncDisposable {
  readonly url: string;
  put(path: string, object: KubeObject): void;
  remove(path: string, uid: string): void;
  /** Breaks all connections and answers nothing until the returned function is called. */
  goAway(): () => void;
}

export async function startApi(): Promise<FakeApi> {
  const collections = new Map<string, Map<string, KubeObject>>();
  const watchers = new Set<{ path: string; response: ServerResponse }>();
  let version = 1;
  let away = false;
  const collection = (path: string) => {
    const found = collections.get(path) ?? new Map<string, KubeObject>();
    collections.set(path, found);
    return found;
  };
  const tell = (path: string, type: string, object: KubeObject) => {
    version += 1;
    for (const watcher of watchers) {
      if (watcher.path === path) watcher.response.write(`${JSON.stringify({ type, object })}\n`);
    }
  };

  const server = createServer((request, response) => {
    if (away) return void request.socket.destroy();
    const url = new URL(request.url ?? "/", "http://api");
    response.setHeader("content-type", "application/json");
    if (!url.searchParams.has("watch")) {
      const items = [...collection(url.pathname).values()];
      return void response.end(JSON.stringify({ metadata: { resourceVersion: String(version) }, items }));
    }
    const watcher = { path: url.pathname, response };
    response.flushHeaders();
    // A change between list and watch would be lost here; a real server repeats it by the resource version.
    for (const object of collection(url.pathname).values()) {
      response.write(`${JSON.stringify({ type: "MODIFIED", object })}\n`);
    }
    watchers.add(watcher);
    response.on("close", () => watchers.delete(watcher));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    put: (path, object) => {
      const uid = object.metadata.uid ?? "";
      const type = collection(path).has(uid) ? "MODIFIED" : "ADDED";
      collection(path).set(uid, object);
      tell(path, type, object);
    },
    remove: (path, uid) => {
      const object = collection(path).get(uid);
      if (!object) throw new Error(`fake API: no object ${uid}`);
      collection(path).delete(uid);
      tell(path, "DELETED", object);
    },
    goAway: () => {
      away = true;
      watchers.clear();
      server.closeAllConnections();
      return () => {
        away = false;
      };
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export const PATHS = {
  pods: "/api/v1/pods",
  namespaces: "/api/v1/namespaces",
  policies: "/apis/networking.k8s.io/v1/networkpolicies",
} as const;

export function podObject(name: string, podIP?: string, more: Partial<KubeObject> = {}): KubeObject {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, namespace: "shop", uid: `uid-${name}`, labels: { app: name } },
    spec: { nodeName: "node-1", containers: [] },
    status: podIP === undefined ? { phase: "Pending" } : { phase: "Running", podIP, podIPs: [{ ip: podIP }] },
    ...more,
  };
}

export function policyObject(name: string, spec: object): KubeObject {
  return {
    apiVersion: "networking.k8s.io/v1",
    kind: "NetworkPolicy",
    metadata: { name, namespace: "shop", uid: `uid-policy-${name}` },
    spec,
  };
}
