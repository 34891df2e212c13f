import { ApiProblem, type Client, type KubeObject } from "../../kubernetes/index.ts";
import { messageOf } from "../../problem/index.ts";

export interface Resource {
  /** Up to the version: `/apis/apps/v1`. */
  readonly base: string;
  /** As in paths: `deployments`. */
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
}

export const events: Resource = { base: "/api/v1", name: "events", kind: "Event", namespaced: true };
export const pods: Resource = { base: "/api/v1", name: "pods", kind: "Pod", namespaced: true };
export const nodes: Resource = { base: "/api/v1", name: "nodes", kind: "Node", namespaced: false };

export const apiVersionOf = ({ base }: Resource) => base.replace(/^\/apis?\//, "");

/** Where all of a kind can be listed: at once, or, for whoever may only look into some namespaces, in each of these. */
export interface Places {
  readonly paths: readonly string[];
  /** Namespaces in which it is not allowed; the empty name stands for all that were not named. */
  readonly closed: readonly string[];
}

export async function placesOf(
  client: Client,
  { base, name, namespaced }: Resource,
  namespaces: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<Places> {
  const isOpen = async (path: string) =>
    await client.list(`${path}?limit=1`, signal).then(
      () => true,
      (thrown: unknown) => {
        signal.throwIfAborted();
        if (thrown instanceof ApiProblem && thrown.status === 403) return false;
        throw thrown;
      },
    );
  if (await isOpen(`${base}/${name}`)) return { paths: [`${base}/${name}`], closed: [] };
  const places = namespaced ? (namespaces ?? []) : [];
  const pathIn = (namespace: string) => `${base}/namespaces/${namespace}/${name}`;
  const open = await Promise.all(places.map((namespace) => isOpen(pathIn(namespace))));
  return {
    paths: places.filter((_, at) => open[at]).map(pathIn),
    closed: ["", ...places.filter((_, at) => !open[at])],
  };
}

/** Heartbeats, copies of what others say, and tables that nobody changes: they would bury the rest. */
const unwanted = new Set([
  "Event",
  "Lease",
  "LeaseCandidate",
  "Endpoints",
  "IPAddress",
  "ServiceCIDR",
  "ControllerRevision",
  "ComponentStatus",
  "APIService",
  "FlowSchema",
  "PriorityLevelConfiguration",
  "CSINode",
  "PodMetrics",
  "NodeMetrics",
  "CertificateSigningRequest",
]);

/** Everything that can be listed and watched, as the API server itself tells. */
export async function resourcesOf(
  client: Client,
  missing: (what: string) => void,
  signal: AbortSignal,
): Promise<readonly Resource[]> {
  const { groups } = await client.get<{ groups: { preferredVersion: { groupVersion: string } }[] }>("/apis", signal);
  const bases = ["/api/v1", ...groups.map(({ preferredVersion }) => `/apis/${preferredVersion.groupVersion}`)];
  const found = await Promise.all(
    bases.map(async (base) => {
      const { resources } = await client
        .get<{ resources: { name: string; kind: string; namespaced: boolean; verbs: readonly string[] }[] }>(
          base,
          signal,
        )
        // An aggregated API that is down says nothing about the others.
        .catch((thrown: unknown) => {
          signal.throwIfAborted();
          missing(`${base}: ${messageOf(thrown)}`);
          return { resources: [] };
        });
      return resources
        .filter(({ name, kind, verbs }) => !name.includes("/") && !unwanted.has(kind) && verbs.includes("watch"))
        .map(({ name, kind, namespaced }) => ({ base, name, kind, namespaced }));
    }),
  );
  return found.flat();
}

/** Made by the cluster for itself in the same way everywhere. */
export function isFurniture({ kind, metadata }: KubeObject): boolean {
  const { name, namespace = "", labels = {} } = metadata;
  if (labels["kubernetes.io/bootstrapping"] !== undefined) return true;
  if (kind === "ConfigMap" && (name === "kube-root-ca.crt" || name.startsWith("extension-apiserver"))) return true;
  return kind === "ServiceAccount" && (name === "default" || namespace.startsWith("kube-"));
}

/** The object without what changes all the time and tells nothing; undefined members vanish in JSON. */
export function trimmed(object: KubeObject): KubeObject {
  const { managedFields: _, resourceVersion: __, selfLink: ___, ...metadata } = object.metadata;
  const annotations = Object.fromEntries(
    Object.entries(metadata.annotations ?? {}).filter(
      ([name]) => name !== "kubectl.kubernetes.io/last-applied-configuration",
    ),
  );
  const kept = { ...metadata, annotations: Object.keys(annotations).length === 0 ? undefined : annotations };
  const bare = { ...object, metadata: kept } as KubeObject;
  if (object.kind !== "Node" || object.status === undefined) return bare;
  const { images: _images, nodeInfo: _info, ...status } = object.status;
  const conditions = (status.conditions ?? []).map(
    ({ lastHeartbeatTime: _, ...rest }: Record<string, unknown>) => rest,
  );
  return { ...bare, status: { ...status, conditions } };
}
