import { egressTo, nameLookup, type Part, policy } from "../applications/index.ts";
import type { Fault } from "./model.ts";
import { calleesOf, kubectl, mayChange, removal, script } from "./scripts.ts";

/** A policy lets a service out by the door of last year: its callee listens elsewhere now, or is called otherwise. */
export const networkPolicyEgress: Fault = {
  name: "network-policy-egress",
  about: "a NetworkPolicy lets a service call a port or pods that are not those it needs",
  area: "network policy",
  obstacle: (part) => (part.callees ? undefined : "it calls nobody"),
  plan: (blueprint, part) => {
    const { variant } = blueprint;
    const callees = calleesOf(blueprint, part);
    const name = part.calls ?? `${variant.word("policy", ["outbound", "egress", "exits", "callees"])}-${part.name}`;
    // A namespace that is open otherwise needs the names in the same policy; a closed one has another for these.
    const lookup = part.calls === undefined ? [nameLookup] : [];
    const right = [...egressTo(callees), ...lookup];
    const wrong = [...egressTo(callees.map(mistaken)), ...lookup];
    const spec = { podSelector: { matchLabels: part.labels }, policyTypes: ["Egress"], egress: wrong };
    const patch = (body: object) =>
      kubectl(part, "patch", "networkpolicy", name, "--type=merge", "-p", JSON.stringify({ spec: body }));
    return {
      changes: [{ is: "apply", object: policy(name, part.namespace, spec) }],
      symptom: { is: "journey fails", journey: part.journey },
      repair: script(patch({ egress: right })),
      traps: [
        {
          name: "open-to-everybody",
          verdict: "fail",
          script: script(patch({ egress: [{}] })),
          because: "the pods may call anybody now",
        },
        {
          name: "remove-policy",
          verdict: "unsafe",
          script: script(kubectl(part, "delete", "networkpolicy", name)),
          because: "the protection was taken away instead of corrected",
        },
        removal(part),
      ],
      cause: [{ namespace: part.namespace, kind: "NetworkPolicy", name }],
      endings: [
        { object: `networking.k8s.io/NetworkPolicy ${part.namespace}/${name}`, path: "spec.egress", without: "[{}]" },
      ],
      allow: [mayChange(part, "networking.k8s.io", "networkpolicies", name, ["spec.egress"])],
    };

    function mistaken(callee: Part): Part {
      if (variant.word("slip", ["port", "label"]) === "port")
        return { ...callee, targetPort: callee.targetPort + 1000 };
      return { ...callee, labels: { ...callee.labels, app: `${callee.name}-v1` } };
    }
  },
};
