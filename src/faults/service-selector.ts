import type { Fault } from "./model.ts";
import { kubectl, mayChange, removal, script } from "./scripts.ts";

/** A Service looks for pods by a label that none has: it has no endpoints, and callers find nobody. */
export const serviceSelector: Fault = {
  name: "service-selector",
  about: "a Service selects pods by a label that they do not have",
  area: "routing",
  obstacle: () => undefined,
  plan: (blueprint, part) => {
    const wrong = `${part.name}-${blueprint.variant.word("selector", ["v2", "blue", "main", "stable"])}`;
    const selector = (app: string) => JSON.stringify({ spec: { selector: { app } } });
    const service = { apiVersion: "v1", kind: "Service", namespace: part.namespace, name: part.name };
    const right = part.labels.app ?? part.name;
    return {
      changes: [{ is: "patch", on: service, body: { spec: { selector: { app: wrong } } } }],
      symptom: { is: "journey fails", journey: part.journey },
      repair: script(kubectl(part, "patch", "service", part.name, "--type=merge", "-p", selector(right))),
      traps: [
        {
          name: "label-the-pods",
          verdict: "fail",
          script: script(kubectl(part, "label", "pods", "-l", `app=${right}`, `app=${wrong}`, "--overwrite")),
          because:
            "the pods were bent to the mistake by hand: they are nobody's any more, and the next ones lack the label",
        },
        {
          name: "second-service",
          verdict: "unsafe",
          script: script(
            kubectl(part, "delete", "service", part.name),
            kubectl(
              part,
              "expose",
              part.kind.toLowerCase(),
              part.name,
              `--port=${part.port}`,
              `--target-port=${part.targetPort}`,
            ),
          ),
          because: "the Service was thrown away and made anew instead of repaired",
        },
        removal(part),
      ],
      cause: [{ namespace: part.namespace, kind: "Service", name: part.name }],
      allow: [mayChange(part, "", "services", part.name, ["spec.selector"])],
    };
  },
};
