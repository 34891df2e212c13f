import type { Blueprint } from "../applications/index.ts";
import { judge, travel } from "../checks/index.ts";
import type { Cluster } from "../cluster/index.ts";
import { pathOf } from "../kubernetes/index.ts";
import type { Change, Reference, Symptom } from "./model.ts";

const contentTypes = {
  strategic: "application/strategic-merge-patch+json",
  merge: "application/merge-patch+json",
  json: "application/json-patch+json",
} as const;

export async function carryOut(cluster: Cluster, change: Change, signal?: AbortSignal): Promise<void> {
  const { client } = cluster;
  if (change.is === "patch") {
    const contentType = contentTypes[change.type ?? "strategic"];
    await client.request("PATCH", pathTo(change.on), { body: change.body, contentType, signal });
  } else if (change.is === "apply") {
    await client.apply(pathOf(change.object, change.object.metadata.namespace !== undefined), change.object, signal);
  } else await client.remove(pathTo(change.object), signal);
}

/** Whether the symptom is there now. */
export async function shows(
  cluster: Cluster,
  blueprint: Blueprint,
  symptom: Symptom,
  signal?: AbortSignal,
): Promise<boolean> {
  if (symptom.is === "journey fails") {
    const journey = blueprint.journeys.find(({ name }) => name === symptom.journey);
    if (journey === undefined) throw new TypeError(`no journey "${symptom.journey}" in ${blueprint.application}`);
    return !judge(journey, await travel(cluster, journey, signal)).ok;
  }
  const part = blueprint.parts[symptom.part];
  if (part === undefined) throw new TypeError(`no part "${symptom.part}" in ${blueprint.application}`);
  const selector = Object.entries(part.labels).map(([key, value]) => `${key}=${value}`);
  const path = `/api/v1/namespaces/${part.namespace}/pods?labelSelector=${encodeURIComponent(selector.join(","))}`;
  const { items } = await cluster.client.list(path, signal);
  return items.some((pod) => JSON.stringify(pod.status ?? {}).includes(`"${symptom.reason}"`));
}

function pathTo({ apiVersion, kind, namespace, name }: Reference): string {
  return pathOf({ apiVersion, kind, metadata: { name, namespace } }, true);
}
