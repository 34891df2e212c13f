import type { Part } from "../applications/index.ts";
import type { KubeObject } from "../kubernetes/index.ts";
import type { Fault } from "./model.ts";
import { isApp, patchWorkload, release, undo } from "./release.ts";
import { kubectl, removal, rolledOut, script, wordOf } from "./scripts.ts";

/** A release wants a volume of a class that this cluster does not have. Nobody will ever make it. */
export const claimClass: Fault = {
  name: "claim-class",
  about: "a claim asks for a storage class that does not exist",
  area: "storage",
  obstacle: (part) => (isApp(part) ? undefined : "its volumes are made for it"),
  plan: ({ variant }, part) => {
    const name = `${part.name}-${variant.word("volume", ["scratch", "cache", "buffer", "spool"])}`;
    const wrong = variant.word("class", ["fast-ssd", "gp3", "premium-rwo", "managed-csi"]);
    const volumes = [{ name: "scratch", persistentVolumeClaim: { claimName: name } }];
    const mounted = { container: { volumeMounts: [{ name: "scratch", mountPath: "/scratch" }] }, pod: { volumes } };
    const made = JSON.stringify(claim(part, name));
    return {
      changes: [{ is: "apply", object: claim(part, name, wrong) }, release(part, mounted)],
      symptom: { is: "pods wait", part: part.role, reason: "Unschedulable" },
      // The class of a claim cannot be changed; this one is new and has never held anything.
      repair: script(
        kubectl(part, "delete", "persistentvolumeclaim", name),
        `printf %s ${wordOf(made)} | ${kubectl(part, "create", "-f", "-")}`,
        rolledOut(part),
      ),
      traps: [
        {
          name: "back-to-the-old",
          verdict: "fail",
          script: script(undo(part), rolledOut(part)),
          because: "the release that needs the volume is not there",
        },
        {
          name: "volume-of-the-pod",
          verdict: "fail",
          script: script(
            patchWorkload(part, { pod: { volumes: [{ name: "scratch", emptyDir: {}, persistentVolumeClaim: null }] } }),
            rolledOut(part),
          ),
          because: "what it keeps there is lost with every pod",
        },
        removal(part),
      ],
      cause: [{ namespace: part.namespace, kind: "PersistentVolumeClaim", name }],
      endings: [
        { object: `PersistentVolumeClaim ${part.namespace}/${name}`, path: "status.phase", value: "Bound" },
        {
          object: `apps/${part.kind} ${part.namespace}/${part.name}`,
          path: "spec.template.spec.volumes[name=scratch].persistentVolumeClaim.claimName",
          value: name,
        },
      ],
      allow: [
        {
          verbs: ["create", "delete", "patch", "update"],
          group: "",
          resource: "persistentvolumeclaims",
          namespace: part.namespace,
          name,
        },
      ],
    };
  },
};

function claim({ namespace }: Part, name: string, storageClassName?: string): KubeObject {
  return {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: { name, namespace },
    spec: {
      accessModes: ["ReadWriteOnce"],
      resources: { requests: { storage: "16Mi" } },
      ...(storageClassName ? { storageClassName } : {}),
    },
  };
}
