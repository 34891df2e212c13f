import type { Fault } from "./model.ts";
import { kubectl, mayChange, mayChangeWorkload, removal, script } from "./scripts.ts";

/** A Service asks its pods for a port by a name that they do not give: their addresses are not even listed. */
export const serviceNamedPort: Fault = {
  name: "service-named-port",
  about: "a Service forwards to a port by a name that its pods do not have",
  area: "routing",
  obstacle: () => undefined,
  plan: ({ variant }, part) => {
    const wrong = variant.word("port name", ["http", "web", "app", "serve"]);
    const ports = (targetPort: number | string, port = part.port) => ({
      spec: { ports: [{ name: "main", port, targetPort }] },
    });
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
          script: script(patch(ports(part.targetPort, part.targetPort))),
          because: "callers know the Service by its port, which is another now",
        },
        removal(part),
      ],
      cause: [{ namespace: part.namespace, kind: "Service", name: part.name }],
      // The port can as well be given the name that it is asked for by.
      allow: [
        mayChange(part, "", "services", part.name, ["spec.ports"]),
        mayChangeWorkload(part, "spec.template.spec.containers[*].ports"),
      ],
    };
  },
};
