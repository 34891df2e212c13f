import type { Part } from "../applications/index.ts";
import type { Finding } from "./model.ts";
import { keyOf, type Objects } from "./objects.ts";

/** All pods of a part are of its newest version and serve. */
export function rolloutFinished(after: Objects, part: Part): Finding {
  const key = keyOf({
    apiVersion: "apps/v1",
    kind: part.kind,
    metadata: { name: part.name, namespace: part.namespace },
  });
  const object = after.get(key);
  const { replicas = 0 } = object?.spec ?? {};
  const { observedGeneration, updatedReplicas = 0, readyReplicas = 0, replicas: all = 0 } = object?.status ?? {};
  const seen = observedGeneration === object?.metadata.generation;
  const [least, most] = rangeOf(after, part);
  const ok = seen && replicas > 0 && [updatedReplicas, readyReplicas, all].every((count) => count === replicas);
  return {
    check: `all pods of ${part.name} are of its newest version and ready`,
    kind: "outcome",
    ok: ok && replicas >= least && replicas <= most,
    expected: `${least === most ? least : `${least} to ${most}`} pods, all new, all ready`,
    found: object ? `${all} pods of ${replicas}, ${updatedReplicas} new, ${readyReplicas} ready` : "no such workload",
  };
}

/** As many as it was made with, unless an autoscaler decides. */
function rangeOf(after: Objects, { kind, namespace, name, replicas }: Part): [least: number, most: number] {
  for (const { kind: scaler, metadata, spec } of after.values()) {
    if (scaler !== "HorizontalPodAutoscaler" || metadata.namespace !== namespace) continue;
    const { scaleTargetRef: target, minReplicas = 1, maxReplicas } = spec;
    if (target.kind === kind && target.name === name) return [minReplicas, maxReplicas];
  }
  return [replicas, replicas];
}
