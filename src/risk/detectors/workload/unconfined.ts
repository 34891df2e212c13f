import type { Fields } from "../../documents/json.ts";
import type { Detector, Finding } from "../../model.ts";
import { inContainers, inPods, type Pod } from "../shared/pods.ts";
import { fieldsOf, textOf, valueAt } from "../shared/values.ts";

/** Profiles of one security context that switch a protection off. */
function switchedOff(context: Fields, field: (path: string) => string): readonly Finding[] {
  const findings: Finding[] = [];
  for (const profile of ["seccompProfile", "appArmorProfile"]) {
    if (fieldsOf(context[profile]).type !== "Unconfined") continue;
    findings.push({ field: field(`securityContext.${profile}.type`), because: `${profile} is switched off` });
  }
  if (context.procMount === "Unmasked") {
    findings.push({ field: field("securityContext.procMount"), because: "all of /proc is visible and writable" });
  }
  if (/^(spc_t|container_init_t|container_runtime_t)$/.test(textOf(fieldsOf(context.seLinuxOptions).type) ?? "")) {
    findings.push({ field: field("securityContext.seLinuxOptions.type"), because: "SELinux confines nothing there" });
  }
  return findings;
}

/** The spelling before Kubernetes 1.30, which still works. */
function byAnnotation({ object }: Pod): readonly Finding[] {
  const places: readonly (readonly string[])[] = [["metadata"], ["spec", "template", "metadata"]];
  return places.flatMap((place) =>
    Object.entries(fieldsOf(valueAt(object.value, ...place, "annotations")))
      .filter(
        ([name, value]) => /apparmor\.security\.beta|seccomp\.security\.alpha/.test(name) && value === "unconfined",
      )
      .map(([name]) => ({
        field: `${object.label}: ${place.join(".")}.annotations[${name}]`,
        because: "the profile is switched off",
      })),
  );
}

const ofPods = inPods((pod) => [...switchedOff(pod.context, pod.field), ...byAnnotation(pod)]);
const ofContainers = inContainers(({ context, field }) => switchedOff(context, field));

export const unconfined: Detector = {
  tag: "k8s.unconfined",
  level: "medium",
  summary: "seccomp, AppArmor, SELinux or the masks of /proc switched off",
  advice: "Use RuntimeDefault, or a profile of the workload's own that allows what it needs.",
  detect: (operation) => [...ofPods(operation), ...ofContainers(operation)],
};
