import { egressTo, nameLookup, type Part, policy } from "../applications/index.ts";
import type { Fault } from "./model.ts";
import { outboundPolicy } from "./outbound-policy.ts";
import { calleesOf } from "./scripts.ts";

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
    return outboundPolicy(part, policy(name, part.namespace, spec), right);

    function mistaken(callee: Part): Part {
      if (variant.word("slip", ["port", "label"]) === "port")
        return { ...callee, targetPort: callee.targetPort + 1000 };
      return { ...callee, labels: { ...callee.labels, app: `${callee.name}-v1` } };
    }
  },
};
