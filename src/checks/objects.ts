import type { Client, KubeObject } from "../kubernetes/index.ts";

/** All objects of a cluster at one moment, by `group/Kind namespace/name`. */
export type Objects = ReadonlyMap<string, KubeObject>;

interface ResourceList {
  readonly resources: readonly { name: string; kind: string; namespaced: boolean; verbs: readonly string[] }[];
}

/**
 * Made and unmade by the cluster itself all the time. Pods and ReplicaSets are here as well where something owns them:
 * their owner says what they should be.
 */
const fleeting = new Set([
  "Event",
  "Lease",
  "Endpoints",
  "EndpointSlice",
  "IPAddress",
  "ControllerRevision",
  "PodMetrics",
  "NodeMetrics",
]);

export async function takeObjects(client: Client, signal?: AbortSignal): Promise<Objects> {
  const versions = await groupVersions(client, signal);
  const lists = await Promise.all(versions.map((path) => listsOf(client, path, signal)));
  const all = lists.flat(2);
  const objects = new Map<string, KubeObject>();
  for (const object of all.filter((each) => !isMadeForOthers(each))) {
    objects.set(keyOf(object), object.kind === "Node" ? withWhatRuns(object, all) : object);
  }
  return objects;
}

/** Pods that have owners are left out, and still it matters where they are: `status.runs` counts them by their app. */
function withWhatRuns(node: KubeObject, all: readonly KubeObject[]): KubeObject {
  const runs: Record<string, number> = {};
  for (const { kind, metadata, spec } of all) {
    if (kind !== "Pod" || spec.nodeName !== node.metadata.name || metadata.deletionTimestamp) continue;
    const app = `${metadata.namespace}/${metadata.labels?.app ?? metadata.name}`;
    runs[app] = (runs[app] ?? 0) + 1;
  }
  return { ...node, status: { ...node.status, runs } };
}

async function groupVersions(client: Client, signal?: AbortSignal): Promise<string[]> {
  const { groups } = await client.get<{ groups: { preferredVersion: { groupVersion: string } }[] }>("/apis", signal);
  return ["/api/v1", ...groups.map(({ preferredVersion }) => `/apis/${preferredVersion.groupVersion}`)];
}

async function listsOf(client: Client, path: string, signal?: AbortSignal): Promise<KubeObject[][]> {
  const { resources } = await client.get<ResourceList>(path, signal);
  const listable = resources.filter(
    ({ name, kind, verbs }) => verbs.includes("list") && !name.includes("/") && !fleeting.has(kind),
  );
  return await Promise.all(
    listable.map(async ({ name, kind }) => {
      const { items } = await client.list(`${path}/${name}`, signal);
      const apiVersion = path.replace(/^\/apis?\//, "");
      // Items of a list do not say what they are.
      return items.map((item) => ({ ...item, apiVersion, kind }));
    }),
  );
}

function isMadeForOthers({ kind, metadata }: KubeObject): boolean {
  const owners = (metadata.ownerReferences ?? []) as readonly { controller?: boolean }[];
  return ["Pod", "ReplicaSet", "Job"].includes(kind) && owners.some(({ controller }) => controller === true);
}

export function keyOf({ apiVersion, kind, metadata }: KubeObject): string {
  const group = apiVersion.includes("/") ? `${apiVersion.split("/")[0]}/` : "";
  return `${group}${kind} ${metadata.namespace ? `${metadata.namespace}/` : ""}${metadata.name}`;
}
