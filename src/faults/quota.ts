import type { Blueprint, Part } from "../applications/index.ts";
import type { KubeObject } from "../kubernetes/index.ts";
import type { Fault } from "./model.ts";
import { containerOf, isApp, mayChangeContainer, patchWorkload, releaseAtOnce } from "./release.ts";
import { kubectl, rolledOut, script } from "./scripts.ts";

/** A release asks for more than is left of the namespace's share: no pod of it is ever made. */
export const quota: Fault = {
  name: "quota",
  about: "a namespace's quota refuses the pods of a release that asks for too much memory",
  area: "resources",
  obstacle: (part) => (isApp(part) ? undefined : "only a Deployment's release takes the old pods away first"),
  prepare: (blueprint, part) => ({ ...blueprint, objects: [...blueprint.objects, quotaIn(blueprint, part)] }),
  plan: (blueprint, part) => {
    const { metadata } = quotaIn(blueprint, part);
    const { resources } = containerOf(blueprint, part);
    const memory = `${blueprint.variant.number("request", 3, 6)}Gi`;
    const change = (hard: string) =>
      kubectl(
        part,
        "patch",
        "resourcequota",
        metadata.name,
        "-p",
        JSON.stringify({ spec: { hard: { "requests.memory": hard } } }),
      );
    return {
      changes: [releaseAtOnce(part, { container: { resources: { requests: { memory }, limits: { memory } } } })],
      symptom: {
        is: "object shows",
        on: { apiVersion: "apps/v1", kind: part.kind, namespace: part.namespace, name: part.name },
        path: "status.conditions[type=ReplicaFailure].reason",
        value: "FailedCreate",
      },
      repair: script(patchWorkload(part, { container: { resources } }), rolledOut(part)),
      traps: [
        {
          name: "raise-quota",
          verdict: "fail",
          script: script(change("64Gi"), rolledOut(part)),
          because: "one team took a larger share than it was given",
        },
        {
          name: "remove-quota",
          verdict: "unsafe",
          script: script(kubectl(part, "delete", "resourcequota", metadata.name), rolledOut(part)),
          because: "nothing limits the namespace any more",
        },
      ],
      cause: [{ namespace: part.namespace, kind: part.kind, name: part.name }],
      allow: [mayChangeContainer(part, "resources.requests.memory", "resources.limits.memory")],
    };
  },
};

/** Room for all that runs there, a release in its course, and little more. */
function quotaIn({ variant }: Blueprint, { namespace }: Part): KubeObject {
  return {
    apiVersion: "v1",
    kind: "ResourceQuota",
    metadata: { name: variant.word("quota", ["share", "allowance", "budget", "limits"]), namespace },
    spec: { hard: { "requests.memory": `${variant.number("share", 1024, 1536)}Mi` } },
  };
}
