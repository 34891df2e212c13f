import type { Detector } from "../../model.ts";
import { inContainers } from "../shared/pods.ts";
import { fieldsOf, valueAt } from "../shared/values.ts";

export const noLimits: Detector = {
  tag: "k8s.no-limits",
  level: "low",
  summary: "a container that may use all the memory of its node",
  advice: "Give a memory limit near what it uses under load; a LimitRange of the namespace may already do so.",
  detect: inContainers(({ value, pod, role, name, field }) => {
    // Ephemeral containers cannot have limits, and those of the pod hold for all its containers.
    if (role === "ephemeral" || pod.partial) return undefined;
    if (valueAt(value, "resources", "limits", "memory") !== undefined) return undefined;
    if (fieldsOf(fieldsOf(pod.spec.resources).limits).memory !== undefined) return undefined;
    const because = `container ${name} has no memory limit: a leak takes its neighbours along`;
    return { field: field("resources.limits.memory"), because };
  }),
};
