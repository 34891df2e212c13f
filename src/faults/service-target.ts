import type { Part } from "../applications/index.ts";
import type { Rule } from "../audit/index.ts";
import type { Injection } from "./model.ts";
import { mayChange, merge, removal, script } from "./scripts.ts";

/** A Service that forwards to something else than what its pods offer. */
export function misdirected(part: Part, wrong: number | string, also: readonly Rule[] = []): Injection {
  const ports = (targetPort: number | string, port = part.port) => ({
    spec: { ports: [{ name: "main", port, targetPort }] },
  });
  const patch = (body: object) => merge(part, "service", part.name, body);
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
    allow: [mayChange(part, "", "services", part.name, ["spec.ports"]), ...also],
  };
}
