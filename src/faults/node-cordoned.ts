import type { Blueprint, Part } from "../applications/index.ts";
import type { Fault } from "./model.ts";
import { isApp, patchWorkload, releaseAtOnce } from "./release.ts";
import { kubectl, removal, rolledOut, script } from "./scripts.ts";

const node = "node-2";
const pool = { pool: "reserved" };

/** A node was taken out for maintenance and forgotten. What must run there waits. */
export const nodeCordoned: Fault = {
  name: "node-cordoned",
  about: "the only node that a service may run on takes no new pods",
  area: "nodes",
  rights: "platform",
  nodes: [{ name: "node-1" }, { name: node, labels: pool }],
  obstacle: (part) => (isApp(part) ? undefined : "its data keeps it where it is"),
  prepare,
  plan: ({ variant }, part) => ({
    changes: [
      {
        is: "patch",
        on: { apiVersion: "v1", kind: "Node", name: node },
        body: {
          metadata: { annotations: { maintenance: `change ${variant.number("change", 1000, 9999)}: done` } },
          spec: { unschedulable: true },
        },
      },
      releaseAtOnce(part, {}),
    ],
    symptom: { is: "pods wait", part: part.role, reason: "Unschedulable" },
    repair: script(kubectl(part, "uncordon", node), rolledOut(part)),
    traps: [
      {
        name: "elsewhere",
        verdict: "fail",
        script: script(patchWorkload(part, { pod: { nodeSelector: null } }), rolledOut(part)),
        because: "the service runs where it was never meant to",
      },
      {
        name: "remove-node",
        verdict: "unsafe",
        script: script(kubectl(part, "delete", "node", node, "--wait=false")),
        because: "a node that others use was thrown out of the cluster",
      },
      removal(part),
    ],
    cause: [{ namespace: "", kind: "Node", name: node }],
    allow: [
      {
        verbs: ["patch", "update"],
        group: "",
        resource: "nodes",
        namespace: "",
        name: node,
        fields: ["spec.unschedulable", "spec.taints"],
      },
    ],
  }),
};

/** The part belongs on the reserved node from the beginning. */
function prepare(blueprint: Blueprint, part: Part): Blueprint {
  const objects = blueprint.objects.map((object) => {
    const { kind, metadata, spec } = object;
    if (kind !== part.kind || metadata.namespace !== part.namespace || metadata.name !== part.name) return object;
    const { template } = spec;
    return {
      ...object,
      spec: { ...spec, template: { ...template, spec: { ...template.spec, nodeSelector: pool } } },
    };
  });
  return { ...blueprint, objects };
}
