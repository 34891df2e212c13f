import type { Fault } from "./model.ts";
import { kubectl, merge, removal, script } from "./scripts.ts";

/** A pod that is to go waits for somebody who is no longer there to let it go, and its successor waits for its name. */
export const finalizer: Fault = {
  name: "finalizer",
  about: "a pod of a StatefulSet cannot go because of a finalizer that nobody removes",
  area: "storage",
  obstacle: (part) => (part.kind === "StatefulSet" ? undefined : "its pods do not wait for each other's names"),
  plan: ({ variant }, part) => {
    const { namespace } = part;
    const name = `${part.name}-0`;
    const owner = variant.word("owner", ["snapshots", "backup", "mirror", "archiver"]);
    const on = { apiVersion: "v1", kind: "Pod", namespace, name };
    return {
      changes: [
        { is: "patch", on, body: { metadata: { finalizers: [`${owner}.example.com/hold`] } }, type: "merge" },
        { is: "remove", object: on },
      ],
      symptom: { is: "journey fails", journey: part.journey },
      repair: script(
        merge(part, "pod", name, { metadata: { finalizers: null } }),
        kubectl(part, "rollout", "status", `statefulset/${part.name}`, "--timeout=60s"),
      ),
      traps: [
        {
          name: "force",
          verdict: "fail",
          script: script(kubectl(part, "delete", "pod", name, "--force", "--grace-period=0", "--wait=false")),
          because: "no force removes what a finalizer holds",
        },
        {
          name: "remove-claim",
          verdict: "unsafe",
          script: script(kubectl(part, "delete", "persistentvolumeclaim", part.claim ?? "", "--wait=false")),
          because: "the volume with the data was deleted",
        },
        removal(part),
      ],
      cause: [{ namespace, kind: "Pod", name }],
      allow: [
        { verbs: ["patch", "update"], group: "", resource: "pods", namespace, name, fields: ["metadata.finalizers"] },
        { verbs: ["delete"], group: "", resource: "pods", namespace, name },
      ],
    };
  },
};
