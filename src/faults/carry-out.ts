import { isDeepStrictEqual } from "node:util";
import type { Blueprint } from "../applications/index.ts";
import { fieldAt, judge, travel } from "../checks/index.ts";
import type { Cluster } from "../cluster/index.ts";
import { type Client, pathOf } from "../kubernetes/index.ts";
import { until } from "../process/index.ts";
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
    await client.apply(pathOf(change.object), change.object, signal);
  } else if (change.is === "edit") {
    await edit(client, change, signal);
  } else if (change.is === "await rollout") {
    await until(() => hasRolledOut(client, change.on, signal), { deadlineMs: 60_000, everyMs: 300, signal });
  } else await client.remove(pathTo(change.object), signal);
}

/** In time or not: whether it broke as it should is proved afterwards. */
async function hasRolledOut(client: Client, on: Reference, signal?: AbortSignal): Promise<boolean> {
  const { metadata, spec, status = {} } = await client.get(pathTo(on), signal);
  const counts = [status.updatedReplicas, status.readyReplicas, status.replicas];
  return status.observedGeneration === metadata.generation && counts.every((count = 0) => count === spec.replicas);
}

async function edit(client: Client, { on, field, find, put }: Change & { is: "edit" }, signal?: AbortSignal) {
  const names = field.split(".");
  const object = await client.get(pathTo(on), signal);
  const text = names.reduce<unknown>((value, name) => Object(value)[name], object);
  if (typeof text !== "string" || !text.includes(find)) {
    throw new TypeError(`expected "${find}" in ${field} of ${on.kind} ${on.name}, found ${JSON.stringify(text)}`);
  }
  const body = names.reduceRight<unknown>(
    (value, name) => ({ [name]: value }),
    text.replace(find, () => put),
  );
  await client.request("PATCH", pathTo(on), { body: Object(body), contentType: contentTypes.merge, signal });
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
  if (symptom.is === "none") return true;
  if (symptom.is === "object shows") {
    const found = fieldAt(await cluster.client.find(pathTo(symptom.on), signal), symptom.path);
    if (symptom.contains !== undefined) return String(found).includes(symptom.contains);
    return symptom.value === undefined ? found !== undefined : isDeepStrictEqual(found, symptom.value);
  }
  const part = blueprint.parts[symptom.part];
  if (part === undefined) throw new TypeError(`no part "${symptom.part}" in ${blueprint.application}`);
  if (symptom.is === "pods missing") {
    const { kind, namespace, name } = part;
    const { spec, status } = await cluster.client.get(pathTo({ apiVersion: "apps/v1", kind, namespace, name }), signal);
    return (status?.readyReplicas ?? 0) < (spec?.replicas ?? 0);
  }
  const selector = Object.entries(part.labels).map(([key, value]) => `${key}=${value}`);
  const path = `/api/v1/namespaces/${part.namespace}/pods?labelSelector=${encodeURIComponent(selector.join(","))}`;
  const { items } = await cluster.client.list(path, signal);
  return items.some((pod) => JSON.stringify(pod.status ?? {}).includes(`"${symptom.reason}"`));
}

function pathTo({ apiVersion, kind, namespace, name }: Reference): string {
  const metadata = { name, ...(namespace ? { namespace } : {}) };
  return pathOf({ apiVersion, kind, metadata });
}
