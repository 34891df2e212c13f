import type { Cluster } from "../../src/cluster/index.ts";
import { type KubeObject, pathOf } from "../../src/kubernetes/index.ts";
import { patient, until } from "../../src/process/index.ts";
import { kubectl, type Outcome, ownNamespace, sharedCluster, tryKubectl } from "./shared.ts";

/** Long enough for a busy machine; a wait ends as soon as what it waits for is there. */
const patienceMs = 120_000;

export type Draft = Omit<KubeObject, "metadata"> & { metadata: Partial<KubeObject["metadata"]> & { name: string } };

/** A namespace of the shared cluster with the few things tests do in one. Gone at the end of the scope. */
export interface Place extends AsyncDisposable {
  readonly cluster: Cluster;
  readonly namespace: string;
  /** Creates objects in this namespace. */
  make(...objects: Draft[]): Promise<void>;
  find(apiVersion: string, kind: string, name: string): Promise<KubeObject | undefined>;
  /** The pods with these labels (`app=web`), without those that are being deleted. */
  pods(selector?: string): Promise<KubeObject[]>;
  remove(apiVersion: string, kind: string, name: string): Promise<void>;
  kubectl(...args: string[]): Promise<string>;
  tryKubectl(...args: string[]): Promise<Outcome>;
  /** Runs a program in a pod and returns what it printed. */
  exec(pod: string, ...command: string[]): Promise<string>;
  /** Waits for something to become true; if it does not, the error tells what pods and events say. */
  eventually<T>(what: string, probe: () => Promise<T | undefined | false>): Promise<T>;
  /** Waits for a pod to be Ready. */
  ready(...pods: string[]): Promise<void>;
  /** Waits for as many Ready pods with these labels. */
  readyPods(selector: string, count: number): Promise<KubeObject[]>;
}

export async function openPlace(prefix: string, labels: Record<string, string> = {}): Promise<Place> {
  const cluster = await sharedCluster();
  const namespace = await ownNamespace(cluster, prefix, labels);
  const place = placeIn(cluster, namespace.name);
  return {
    ...place,
    [Symbol.asyncDispose]: async () => {
      await namespace[Symbol.asyncDispose]();
      await cluster[Symbol.asyncDispose]();
    },
  };
}

export function placeIn(cluster: Cluster, namespace: string): Omit<Place, typeof Symbol.asyncDispose> {
  const { client } = cluster;
  const at = (apiVersion: string, kind: string, name: string) =>
    pathOf({ apiVersion, kind, metadata: { name, namespace } });
  const inNamespace = (args: readonly string[]) => ["-n", namespace, ...args];

  const pods: Place["pods"] = async (selector = "") => {
    const query = `?labelSelector=${encodeURIComponent(selector)}`;
    const { items } = await client.list(`/api/v1/namespaces/${namespace}/pods${query}`);
    return items.filter((pod) => pod.metadata.deletionTimestamp === undefined);
  };
  const eventually: Place["eventually"] = async (what, probe) => {
    const found = await until(probe, { deadlineMs: patienceMs, everyMs: 200 });
    if (found !== undefined) return found;
    throw new Error(`${what}: not so after ${patient(patienceMs) / 1000} s\n${await story(cluster, namespace)}`);
  };
  return {
    cluster,
    namespace,
    pods,
    eventually,
    make: async (...objects) => {
      for (const object of objects) {
        const path = at(object.apiVersion, object.kind, "").replace(/\/$/, "");
        await client.create(path, object);
      }
    },
    find: (apiVersion, kind, name) => client.find(at(apiVersion, kind, name)),
    remove: (apiVersion, kind, name) => client.remove(at(apiVersion, kind, name)),
    kubectl: (...args) => kubectl(cluster, inNamespace(args)),
    tryKubectl: (...args) => tryKubectl(cluster, inNamespace(args)),
    exec: (pod, ...command) => kubectl(cluster, inNamespace(["exec", pod, "--", ...command])),
    ready: async (...names) => {
      for (const name of names) {
        await eventually(`pod ${name} is Ready`, async () => isReady(await client.find(at("v1", "Pod", name))));
      }
    },
    readyPods: (selector, count) =>
      eventually(`${count} pods with ${selector} are Ready`, async () => {
        const ready = (await pods(selector)).filter(isReady);
        return ready.length === count && ready;
      }),
  };
}

export function isReady(object: KubeObject | undefined): boolean {
  const conditions = (object?.status?.conditions ?? []) as { type: string; status: string }[];
  return conditions.some((condition) => condition.type === "Ready" && condition.status === "True");
}

/** What somebody would look at who asks why something did not happen. */
async function story(cluster: Cluster, namespace: string): Promise<string> {
  const base = `/api/v1/namespaces/${namespace}`;
  const pods = (await cluster.client.list(`${base}/pods`)).items.map(({ metadata, spec, status }) => {
    const containers = [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])] as KubeObject[];
    const states = containers.map(
      (each) => `${each.name}: ${JSON.stringify(each.state)} restarts ${each.restartCount}`,
    );
    return `pod ${metadata.name} on ${spec.nodeName ?? "no node"}: ${status?.phase} ${states.join("; ")}`;
  });
  const events = (await cluster.client.list(`${base}/events`)).items
    .slice(-30)
    .map(
      (event) => `event ${event.involvedObject.kind} ${event.involvedObject.name}: ${event.reason}: ${event.message}`,
    );
  return [...pods, ...events].join("\n");
}
