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
  const ok = seen && replicas > 0 && [updatedReplicas, readyReplicas, all].every((count) => count === replicas);
  return {
    check: `all pods of ${part.name} are of its newest version and ready`,
    kind: "outcome",
    ok: ok && replicas === part.replicas,
    expected: `${part.replicas} pods, all new, all ready`,
    found: object ? `${all} pods of ${replicas}, ${updatedReplicas} new, ${readyReplicas} ready` : "no such workload",
  };
}
