import { type Blueprint, egressTo, nameLookup, type Part, policy } from "../applications/index.ts";
import type { Fault } from "./model.ts";
import { outboundPolicy } from "./outbound-policy.ts";
import { calleesOf } from "./scripts.ts";

/** What a service needs is open to it, but not the way to learn where that is. */
export const networkPolicyDns: Fault = {
  name: "network-policy-dns",
  about: "a NetworkPolicy keeps pods from asking for names",
  area: "network policy",
  obstacle: (part) => (part.callees ? undefined : "it calls nobody"),
  plan: (blueprint, part) => {
    const { right, wrong } = part.calls === undefined ? newOne(blueprint, part) : mistaken(blueprint, part);
    return outboundPolicy(part, wrong, right);
  },
};

/** Where ways are open, a new policy closes all but those that somebody thought of. */
function newOne(blueprint: Blueprint, part: Part) {
  const name = `${blueprint.variant.word("policy", ["outbound", "egress", "exits", "callees"])}-${part.name}`;
  const egress = egressTo(calleesOf(blueprint, part));
  const spec = { podSelector: { matchLabels: part.labels }, policyTypes: ["Egress"], egress };
  return { right: [...egress, nameLookup], wrong: policy(name, part.namespace, spec) };
}

/** Where every way is closed that no policy opens, the one that opens this way opens another. */
function mistaken({ variant }: Blueprint, part: Part) {
  const name = "name-lookup";
  const slips = {
    port: { ...nameLookup, ports: ["UDP", "TCP"].map((protocol) => ({ port: 5353, protocol })) },
    label: { ...nameLookup, to: [{ podSelector: { matchLabels: { "k8s-app": "kube-dns" } } }] },
  };
  const egress = [variant.word("slip", ["port", "label"]) === "port" ? slips.port : slips.label];
  const spec = { podSelector: {}, policyTypes: ["Egress"], egress };
  return { right: [nameLookup], wrong: policy(name, part.namespace, spec) };
}
