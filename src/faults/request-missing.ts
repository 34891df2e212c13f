import type { Blueprint, Part } from "../applications/index.ts";
import type { KubeObject } from "../kubernetes/index.ts";
import type { Fault } from "./model.ts";
import { isApp, mayChangeContainer, patchWorkload, release } from "./release.ts";
import { kubectl, removal, rolledOut, script, workloadOf } from "./scripts.ts";

/** An autoscaler goes by the share of what was asked for. Nothing was asked for, so it knows nothing and does nothing. */
export const requestMissing: Fault = {
  name: "request-missing",
  about: "a workload without a CPU request is never scaled by its autoscaler",
  area: "resources",
  addons: ["metrics-server"],
  obstacle: (part) => (isApp(part) && part.claim === undefined ? undefined : "it cannot be scaled"),
  prepare: (blueprint, part) => ({
    ...blueprint,
    objects: [...blueprint.objects.map((object) => withRequest(object, part)), autoscaler(blueprint, part)],
  }),
  plan: (blueprint, part) => {
    const { metadata } = autoscaler(blueprint, part);
    // With a limit and no request, the limit would be the request.
    const request = (cpu: string | null) => ({
      container: { resources: { requests: { cpu }, limits: { cpu: null } } },
    });
    const scaler = `hpa/${metadata.name}`;
    return {
      changes: [release(part, request(null))],
      symptom: {
        is: "object shows",
        on: {
          apiVersion: "autoscaling/v2",
          kind: "HorizontalPodAutoscaler",
          namespace: part.namespace,
          name: part.name,
        },
        path: "status.conditions[type=ScalingActive].message",
        // Without metrics yet, it is not active either: that is no fault.
        contains: "missing request for cpu",
      },
      repair: script(
        patchWorkload(part, request(enough)),
        rolledOut(part),
        kubectl(part, "wait", "--for=condition=ScalingActive", scaler, "--timeout=120s"),
      ),
      traps: [
        {
          name: "scale-by-hand",
          verdict: "fail",
          script: script(kubectl(part, "scale", workloadOf(part), `--replicas=${part.replicas + 1}`), rolledOut(part)),
          because: "today's load has its pods, tomorrow's will not",
        },
        removal(part),
      ],
      cause: [{ namespace: part.namespace, kind: part.kind, name: part.name }],
      endings: [
        {
          object: `autoscaling/HorizontalPodAutoscaler ${part.namespace}/${metadata.name}`,
          path: "status.conditions[type=ScalingActive].status",
          value: "True",
        },
      ],
      allow: [mayChangeContainer(part, "resources.requests.cpu", "resources.limits.cpu")],
    };
  },
};

/** More than it needs while nobody asks for anything. */
const enough = "200m";

function withRequest(object: KubeObject, { kind, namespace, name }: Part): KubeObject {
  if (object.kind !== kind || object.metadata.namespace !== namespace || object.metadata.name !== name) return object;
  const made = structuredClone(object);
  for (const { resources } of made.spec.template.spec.containers) resources.requests.cpu = enough;
  return made;
}

/** Never less than there is, so that a quiet service stays as it is. */
function autoscaler({ variant }: Blueprint, part: Part): KubeObject {
  const averageUtilization = variant.number("utilization", 70, 90);
  return {
    apiVersion: "autoscaling/v2",
    kind: "HorizontalPodAutoscaler",
    metadata: { name: part.name, namespace: part.namespace },
    spec: {
      scaleTargetRef: { apiVersion: "apps/v1", kind: part.kind, name: part.name },
      minReplicas: part.replicas,
      maxReplicas: part.replicas + 3,
      metrics: [{ type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization } } }],
    },
  };
}
