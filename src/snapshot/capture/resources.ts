import type { Client, KubeObject } from "../../kubernetes/index.ts";

export interface Resource {
  readonly path: string;
  readonly apiVersion: string;
  readonly kind: string;
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
export async function resourcesOf(client: Client, signal: AbortSignal): Promise<readonly Resource[]> {
  const { groups } = await client.get<{ groups: { preferredVersion: { groupVersion: string } }[] }>("/apis", signal);
  const bases = ["/api/v1", ...groups.map(({ preferredVersion }) => `/apis/${preferredVersion.groupVersion}`)];
  const found = await Promise.all(
    bases.map(async (base) => {
      const { resources } = await client
        .get<{ resources: { name: string; kind: string; verbs: readonly string[] }[] }>(base, signal)
        // An aggregated API that is down says nothing about the others.
        .catch(() => ({ resources: [] }));
      return resources
        .filter(({ name, kind, verbs }) => !name.includes("/") && !unwanted.has(kind) && verbs.includes("watch"))
        .map(({ name, kind }) => ({ path: `${base}/${name}`, apiVersion: base.replace(/^\/apis?\//, ""), kind }));
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
