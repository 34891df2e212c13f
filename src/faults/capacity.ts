import type { Fault } from "./model.ts";
import { barePod, isApp, mayChangeContainer, patchWorkload, releaseAtOnce } from "./release.ts";
import { removal, rolledOut, script } from "./scripts.ts";

/** A unit was forgotten: 500 processors instead of 500 thousandths of one. No node has them. */
export const capacity: Fault = {
  name: "capacity",
  about: "a workload asks for more processors than any node has",
  area: "scheduling",
  obstacle: (part) => (isApp(part) ? undefined : "only a Deployment's release takes the old pods away first"),
  plan: ({ variant }, part) => {
    const request = (cpu: string) => ({ container: { resources: { requests: { cpu } } } });
    return {
      changes: [releaseAtOnce(part, request(String(100 * variant.number("request", 1, 9))))],
      symptom: { is: "pods wait", part: part.role, reason: "Unschedulable" },
      repair: script(patchWorkload(part, request("10m")), rolledOut(part)),
      traps: [barePod(part), removal(part)],
      cause: [{ namespace: part.namespace, kind: part.kind, name: part.name }],
      allow: [mayChangeContainer(part, "resources.requests.cpu")],
    };
  },
};
