import type { Part } from "../applications/index.ts";
import type { Change } from "./model.ts";

/** A pod that says these lines in its log, and nothing more. They are there before anybody looks. */
export function teller(part: Part, name: string, lines: readonly string[]): Change[] {
  const labels = { app: name };
  const container = {
    name: "main",
    image: "airworthy.local/toolbox",
    command: ["sh", "-c", 'printf "%s\\n" "$@"; exec sleep infinity', "sh", ...lines],
    resources: { requests: { cpu: "1m", memory: "8Mi" } },
  };
  const object = {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, namespace: part.namespace },
    spec: {
      replicas: 1,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { terminationGracePeriodSeconds: 0, automountServiceAccountToken: false, containers: [container] },
      },
    },
  };
  const on = { apiVersion: object.apiVersion, kind: object.kind, namespace: part.namespace, name };
  return [
    { is: "apply", object },
    { is: "await rollout", on },
  ];
}
