import type { Fields } from "../../documents/json.ts";
import type { Detector, Finding } from "../../model.ts";
import { isWorld } from "../shared/networks.ts";
import { inObjects } from "../shared/objects.ts";
import { fieldsOf, partsOf, textsOf } from "../shared/values.ts";

/** A rule without peers is a rule for everybody, and so is the whole world as a block without exceptions. */
function everybody(rule: Fields, peers: "from" | "to"): boolean {
  const list = partsOf(rule[peers]);
  if (list.length === 0) return true;
  return list.some(({ ipBlock }) => isWorld(fieldsOf(ipBlock).cidr) && textsOf(fieldsOf(ipBlock).except).length === 0);
}

const plain = inObjects(["NetworkPolicy"], ({ value, label }) => {
  const spec = fieldsOf(value.spec);
  const inwards = partsOf(spec.ingress).flatMap((rule, index): readonly Finding[] => {
    if (!everybody(rule, "from")) return [];
    const field = `${label}: spec.ingress[${index}]`;
    // Some ports for everybody is what a web server needs; all ports is no policy at all.
    if (partsOf(rule.ports).length > 0) return [{ field, because: "everybody reaches these ports", level: "medium" }];
    return [{ field, because: "everybody reaches every port of the selected pods" }];
  });
  const outwards = partsOf(spec.egress).flatMap((rule, index): readonly Finding[] => {
    if (!everybody(rule, "to") || partsOf(rule.ports).length > 0) return [];
    const because = "the selected pods reach everything outside";
    return [{ field: `${label}: spec.egress[${index}]`, because, level: "low" }];
  });
  return [...inwards, ...outwards];
});

const cilium = inObjects(["CiliumNetworkPolicy", "CiliumClusterwideNetworkPolicy"], ({ value, label }) =>
  [...partsOf(value.spec), ...partsOf(value.specs)].flatMap((spec) =>
    partsOf(spec.ingress).flatMap((rule, index) => {
      const open = textsOf(rule.fromEntities).find((entity) => entity === "all" || entity === "world");
      const wide = open ?? textsOf(rule.fromCIDR).find(isWorld);
      return wide === undefined ? [] : [{ field: `${label}: spec.ingress[${index}]`, because: `it lets in ${wide}` }];
    }),
  ),
);

export const openNetworkPolicy: Detector = {
  tag: "k8s.open-network-policy",
  level: "high",
  summary: "a network policy that lets everybody in; milder for single ports and for the way out",
  advice: "Name the pods, namespaces or addresses that need to come in.",
  detect: (operation) => [...plain(operation), ...cilium(operation)],
};
