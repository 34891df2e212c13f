import type { Blueprint, Part } from "../applications/index.ts";
import type { Fault } from "./model.ts";
import { objectOf, patchWorkload, releaseAtOnce } from "./release.ts";
import { kubectl, mayChangeWorkload, restart, rolledOut, script, wordOf } from "./scripts.ts";

/** A workload asks for a volume by a name that nobody has. Its data is safe, under the right one. */
export const claimName: Fault = {
  name: "claim-name",
  about: "a workload uses a claim that does not exist instead of the one with its data",
  area: "storage",
  obstacle: (part) => (part.claim && part.kind === "Deployment" ? undefined : "it names no claim of its own"),
  plan: (blueprint, part) => {
    const right = part.claim ?? "";
    const wrong = `${right}-${blueprint.variant.word("suffix", ["v2", "new", "data", "0"])}`;
    const using = (claimName: string) => ({
      pod: { volumes: [{ name: volumeOf(blueprint, part), persistentVolumeClaim: { claimName } }] },
    });
    const { spec } = objectOf(blueprint, "PersistentVolumeClaim", part.namespace, right);
    const empty = JSON.stringify({ apiVersion: "v1", kind: "PersistentVolumeClaim", metadata: { name: wrong }, spec });
    return {
      changes: [releaseAtOnce(part, using(wrong))],
      symptom: { is: "pods wait", part: part.role, reason: "Unschedulable" },
      repair: script(patchWorkload(part, using(right)), rolledOut(part)),
      traps: [
        {
          name: "empty-volume",
          verdict: "fail",
          script: script(`printf %s ${wordOf(empty)} | ${kubectl(part, "create", "-f", "-")}`, rolledOut(part)),
          because: "it runs on an empty volume, and nothing is where it was",
        },
        {
          name: "remove-claim",
          verdict: "unsafe",
          script: script(kubectl(part, "delete", "persistentvolumeclaim", right, "--wait=false")),
          because: "the volume with the data was deleted",
        },
      ],
      cause: [{ namespace: part.namespace, kind: part.kind, name: part.name }],
      allow: [mayChangeWorkload(part, "spec.template.spec.volumes", restart)],
    };
  },
};

function volumeOf(blueprint: Blueprint, part: Part): string {
  const { volumes } = objectOf(blueprint, part.kind, part.namespace, part.name).spec.template.spec;
  return volumes.find((volume: { persistentVolumeClaim?: unknown }) => volume.persistentVolumeClaim).name;
}
