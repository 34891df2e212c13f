import type { Fault } from "./model.ts";
import { kubectl, mayChange, removal, script } from "./scripts.ts";

/** A Service sends its callers to a port on which nobody listens. There are endpoints, and no answers. */
export const servicePort: Fault = {
  name: "service-port",
  about: "a Service forwards to a port on which its pods do not listen",
  area: "routing",
  obstacle: () => undefined,
  plan: (blueprint, part) => {
    const wrong = part.targetPort + blueprint.variant.number("wrong port", 100, 900);
    const ports = (targetPort: number) => ({ spec: { ports: [{ name: "main", port: part.port, targetPort }] } });
    const patch = (body: object) =>
      kubectl(part, "patch", "service", part.name, "--type=merge", "-p", JSON.stringify(body));
    return {
      changes: [
        {
          is: "patch",
          on: { apiVersion: "v1", kind: "Service", namespace: part.namespace, name: part.name },
          body: ports(wrong),
          type: "merge",
        },
      ],
      symptom: { is: "journey fails", journey: part.journey },
      repair: script(patch(ports(part.targetPort))),
      traps: [
        {
          name: "another-port",
          verdict: "fail",
          script: script(
            patch({ spec: { ports: [{ name: "main", port: part.targetPort, targetPort: part.targetPort }] } }),
          ),
          because: "callers know the Service by its port, which is another now",
        },
        removal(part),
      ],
      cause: [{ namespace: part.namespace, kind: "Service", name: part.name }],
      allow: [mayChange(part, "", "services", part.name, ["spec.ports"])],
    };
  },
};
