import type { Fault } from "./model.ts";
import { barePod, containerOf, isApp, mayChangeContainer, patchWorkload, releaseAtOnce } from "./release.ts";
import { removal, rolledOut, script } from "./scripts.ts";

/** A unit was forgotten: 500 processors instead of 500 thousandths of one. No node has them. */
export const capacity: Fault = {
  name: "capacity",
  about: "a workload asks for more processors than any node has",
  area: "scheduling",
  obstacle: (part) => (isApp(part) ? undefined : "only a Deployment's release takes the old pods away first"),
  plan: (blueprint, part) => {
    const { requests, limits } = containerOf(blueprint, part).resources as Record<string, Record<string, string>>;
    const wrong = String(100 * blueprint.variant.number("request", 1, 9));
    // A request above the limit would be refused at once.
    const processors = (cpu: string | undefined, limit: string | undefined) => ({
      container: { resources: { requests: { cpu: cpu ?? null }, limits: { cpu: limit ?? null } } },
    });
    return {
      changes: [releaseAtOnce(part, processors(wrong, limits?.cpu && wrong))],
      symptom: { is: "pods wait", part: part.role, reason: "Unschedulable" },
      repair: script(patchWorkload(part, processors(requests?.cpu, limits?.cpu)), rolledOut(part)),
      traps: [barePod(part), removal(part)],
      cause: [{ namespace: part.namespace, kind: part.kind, name: part.name }],
      allow: [mayChangeContainer(part, "resources.requests.cpu", "resources.limits.cpu")],
    };
  },
};
