import type { Fault } from "./model.ts";
import { mayChange, merge, policyRemoval, removal, script } from "./scripts.ts";

/** Somebody closed a door behind which a service works: a policy that selects it and lets nobody in. */
export const networkPolicyPath: Fault = {
  name: "network-policy-path",
  about: "a NetworkPolicy keeps callers away from a service that they need",
  area: "network policy",
  obstacle: (part) => (part.role === "store" || part.callers ? "it has a policy of its own" : undefined),
  plan: (blueprint, part) => {
    const { variant, namespaces } = blueprint;
    const name = `${variant.word("policy", ["baseline", "hardening", "lockdown", "perimeter"])}-${part.name}`;
    const policy = (ingress: readonly object[]) => ({
      apiVersion: "networking.k8s.io/v1",
      kind: "NetworkPolicy",
      metadata: { name, namespace: part.namespace },
      spec: { podSelector: { matchLabels: part.labels }, policyTypes: ["Ingress"], ingress },
    });
    const callers = [{ podSelector: {} }, ...clientsOf(namespaces.clients)];
    const opened = { spec: { ingress: [{ from: callers, ports: [{ port: part.targetPort, protocol: "TCP" }] }] } };
    const patch = (body: object) => merge(part, "networkpolicy", name, body);
    return {
      changes: [{ is: "apply", object: policy([]) }],
      symptom: { is: "journey fails", journey: part.journey },
      repair: script(patch(opened)),
      traps: [
        policyRemoval(part, name),
        {
          name: "open-to-everybody",
          verdict: "fail",
          script: script(patch({ spec: { podSelector: { matchLabels: { app: "nobody" } } } })),
          because: "the policy protects nothing any more",
        },
        removal(part),
      ],
      cause: [{ namespace: part.namespace, kind: "NetworkPolicy", name }],
      allow: [mayChange(part, "networking.k8s.io", "networkpolicies", name, ["spec.ingress"])],
    };
  },
};

function clientsOf(namespace: string): object[] {
  return [{ namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": namespace } } }];
}
