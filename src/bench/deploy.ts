import type { Blueprint } from "../applications/index.ts";
import { judge, travel } from "../checks/index.ts";
import type { Cluster } from "../cluster/index.ts";
import { pathOf } from "../kubernetes/index.ts";
import { until } from "../process/index.ts";
import { BenchProblem } from "./problem.ts";

const clusterScoped = new Set([
  "Namespace",
  "PersistentVolume",
  "StorageClass",
  "ClusterRole",
  "ClusterRoleBinding",
  "PriorityClass",
  "ValidatingWebhookConfiguration",
]);

/** Makes an application and waits until its users can do what they do. */
export async function deploy(cluster: Cluster, blueprint: Blueprint, signal: AbortSignal): Promise<void> {
  const spaces = blueprint.objects.filter(({ kind }) => kind === "Namespace");
  const others = blueprint.objects.filter(({ kind }) => kind !== "Namespace");
  for (const objects of [spaces, others]) {
    await Promise.all(
      objects.map((object) => cluster.client.apply(pathOf(object, !clusterScoped.has(object.kind)), object, signal)),
    );
  }
  let wrong = "nothing was looked at";
  const well = async () => {
    const waiting = await unready(cluster, blueprint, signal);
    if (waiting !== undefined) {
      wrong = waiting;
      return false;
    }
    for (const journey of blueprint.journeys) {
      const { ok, expected, found } = judge(journey, await travel(cluster, journey, signal));
      if (!ok) wrong = `${journey.name}: expected ${expected}, found ${found}`;
      if (!ok) return false;
    }
    return true;
  };
  if (await until(well, { deadlineMs: 180_000, everyMs: 300, signal })) return;
  throw new BenchProblem("NOT_HEALTHY", `${blueprint.application}: not healthy within 3 minutes: ${wrong}`);
}

async function unready(cluster: Cluster, { objects }: Blueprint, signal: AbortSignal): Promise<string | undefined> {
  for (const object of objects.filter(({ kind }) => kind === "Deployment" || kind === "StatefulSet")) {
    const { status } = await cluster.client.get(pathOf(object, true), signal);
    const ready = status?.readyReplicas ?? 0;
    if (ready < object.spec.replicas) return `${object.kind} ${object.metadata.name} has ${ready} ready pods`;
  }
  return undefined;
}
