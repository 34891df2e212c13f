import { ApiProblem, type Client, type KubeObject } from "../../kubernetes/index.ts";
import type { Capability } from "../provider.ts";
import { mayI } from "./access.ts";

export interface Probed {
  readonly capabilities: ReadonlySet<Capability>;
  readonly missing: ReadonlyMap<Capability, string>;
}

/** Says yes, or why not. What the API cannot answer counts as missing: better to skip a check than to judge wrongly. */
type Probe = (client: Client, options: { clusterScope: boolean }, signal?: AbortSignal) => Promise<true | string>;

const probes: Readonly<Record<Capability, Probe>> = {
  "audit-log": async () => "the audit log of a cluster that somebody else runs cannot be read through its API",
  "stand-in-images": async () => "the cluster pulls images from its own registries",
  "network-policy": async () =>
    "unknown engine: the API takes NetworkPolicies whether or not anything enforces them, and does not say which",

  dns: async (client, _, signal) => {
    const path = "/apis/discovery.k8s.io/v1/namespaces/kube-system/endpointslices?labelSelector=k8s-app%3Dkube-dns";
    const slices = await client.list(path, signal);
    const ready = slices.items.some((slice) => endpointsOf(slice).some((each) => each.conditions?.ready !== false));
    return ready || "no ready endpoint of kube-dns in kube-system";
  },
  storage: async (client, _, signal) => {
    const classes = await client.list("/apis/storage.k8s.io/v1/storageclasses", signal);
    const marked = classes.items.some(
      (each) => each.metadata.annotations?.["storageclass.kubernetes.io/is-default-class"] === "true",
    );
    return marked || `no default StorageClass among ${namesOf(classes.items)}`;
  },
  metrics: async (client, _, signal) => {
    const found = await client.find("/apis/metrics.k8s.io/v1beta1", signal);
    return found !== undefined || "the metrics API (metrics.k8s.io/v1beta1) is not served";
  },
  ingress: async (client, _, signal) => {
    const classes = await client.list("/apis/networking.k8s.io/v1/ingressclasses", signal);
    return classes.items.length > 0 || "no IngressClass";
  },
  nodes: async (client, { clusterScope }, signal) => {
    if (!clusterScope) return "changing nodes was not allowed (cluster scope)";
    const nodes = await client.list("/api/v1/nodes", signal);
    if (nodes.items.length === 0) return "the cluster has no nodes";
    return (await mayI(client, { verb: "patch", resource: "nodes" }, signal)) || "may not change nodes";
  },
  "cluster-scope": async (client, { clusterScope }, signal) => {
    if (!clusterScope) return "objects outside our own namespaces were not allowed (cluster scope)";
    const group = "rbac.authorization.k8s.io";
    const allowed = await mayI(client, { verb: "create", group, resource: "clusterroles" }, signal);
    return allowed || "may not create ClusterRoles";
  },
};

export async function probe(client: Client, options: { clusterScope: boolean }, signal?: AbortSignal): Promise<Probed> {
  const capabilities = new Set<Capability>();
  const missing = new Map<Capability, string>();
  const answers = Object.entries(probes).map(async ([name, ask]) => {
    const answer = await ask(client, options, signal).catch(reasonOf);
    if (answer === true) capabilities.add(name as Capability);
    else missing.set(name as Capability, answer);
  });
  await Promise.all(answers);
  return { capabilities, missing };
}

/** Not being allowed to look, or an API that is announced but does not answer, is an answer; anything else is a failure. */
function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof ApiProblem) || thrown.code === "UNREACHABLE") throw thrown;
  return thrown.message;
}

function endpointsOf(slice: KubeObject): { conditions?: { ready?: boolean } }[] {
  return slice.endpoints ?? [];
}

function namesOf(objects: readonly KubeObject[]): string {
  return objects.map((object) => object.metadata.name).join(", ") || "none";
}
