import type { Fault } from "./model.ts";
import { containerOf, isApp, mayChangeContainer, patchWorkload, releaseAtOnce } from "./release.ts";
import { kubectl, removal, rolledOut, script, workloadOf } from "./scripts.ts";

/** Less memory than the program needs to start: the kernel ends it, and kubelet starts it again. */
export const memoryLimit: Fault = {
  name: "memory-limit",
  about: "a service is killed because its memory limit is below what it needs",
  area: "resources",
  obstacle: (part) => (isApp(part) ? undefined : "what it needs is not known"),
  plan: (blueprint, part) => {
    const memory = `${blueprint.variant.number("limit", 9, 11)}Mi`;
    const { resources } = containerOf(blueprint, part);
    return {
      changes: [releaseAtOnce(part, { container: { resources: { limits: { memory }, requests: { memory } } } })],
      symptom: { is: "pods wait", part: part.role, reason: "OOMKilled" },
      repair: script(patchWorkload(part, { container: { resources } }), rolledOut(part)),
      traps: [
        {
          name: "restart-again",
          verdict: "fail",
          script: script(kubectl(part, "rollout", "restart", workloadOf(part))),
          because: "what was too little before is too little again",
        },
        {
          name: "no-limit",
          verdict: "fail",
          script: script(patchWorkload(part, { container: { resources: { limits: null } } }), rolledOut(part)),
          because: "without a limit it can take the memory of everybody on its node",
        },
        removal(part),
      ],
      cause: [{ namespace: part.namespace, kind: part.kind, name: part.name }],
      allow: [mayChangeContainer(part, "resources.limits.memory", "resources.requests.memory")],
    };
  },
};
