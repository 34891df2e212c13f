import type { Detector } from "../../model.ts";
import { inObjects } from "../shared/objects.ts";
import { fieldsOf } from "../shared/values.ts";

const enforce = "pod-security.kubernetes.io/enforce";

export const podSecurityLoosened: Detector = {
  tag: "k8s.pod-security-loosened",
  level: "high",
  summary: "a namespace that lets privileged pods in, or loses the label that kept them out",
  advice: "Give the one workload a namespace of its own, or the one capability it needs under baseline.",
  detect: inObjects(["Namespace"], ({ value, label }) => {
    const said = fieldsOf(fieldsOf(value.metadata).labels)[enforce];
    const field = `${label}: metadata.labels[${enforce}]`;
    if (said === "privileged") return { field, because: "the namespace takes pods with any rights" };
    return said === null ? { field, because: "nothing says any more which pods the namespace takes" } : undefined;
  }),
};
