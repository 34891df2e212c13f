import fc from "fast-check";
import type { Policy } from "../model.ts";
import { OUTSIDE } from "./lab.ts";
import { NAMESPACES, PODS } from "./shapes.ts";

/** Policies that mean something in the lab: selectors that hit, blocks around real addresses, ports that are served. */
export function meaningfulPolicies(addresses: readonly string[]): fc.Arbitrary<Policy[]> {
  const expression = (key: string, all: readonly string[]) =>
    fc.oneof(
      fc.record({
        key: fc.constant(key),
        operator: fc.constantFrom("In", "NotIn"),
        values: fc.subarray([...all], { minLength: 1 }),
      }),
      fc.record({ key: fc.constantFrom(key, "tier", "guest"), operator: fc.constantFrom("Exists", "DoesNotExist") }),
    );
  const selector = (key: string, all: readonly string[]) =>
    fc.oneof(
      fc.constant({}),
      fc.constantFrom(...all).map((value) => ({ matchLabels: { [key]: value } })),
      fc.array(expression(key, all), { maxLength: 2 }).map((matchExpressions) => ({ matchExpressions })),
    );
  const podSelector = selector("pod", PODS);
  const namespaceSelector = selector("ns", NAMESPACES);
  const block = fc.tuple(fc.constantFrom(...addresses, OUTSIDE.ip), fc.constantFrom(0, 8, 16, 24, 30, 32));
  const cidr = block.map(([ip, length]) => `${ip}/${length}`);
  const peer = fc.oneof(
    fc.record({ podSelector }),
    fc.record({ namespaceSelector }),
    fc.record({ podSelector, namespaceSelector }),
    fc.record({ ipBlock: fc.record({ cidr, except: fc.array(cidr, { maxLength: 2 }) }) }),
  );
  const number = fc.constantFrom(80, 81, 82);
  const protocol = fc.constantFrom("TCP", "UDP");
  const port = fc.oneof(
    fc.record({ port: number, protocol }, { requiredKeys: ["port"] }),
    fc.record({ port: number, endPort: fc.constantFrom(82, 90), protocol }, { requiredKeys: ["port", "endPort"] }),
    fc.record({ protocol }),
    fc.record({ port: fc.constantFrom("web", "dns"), protocol }, { requiredKeys: ["port"] }),
  );
  const ports = fc.array(port, { maxLength: 3 });
  const peers = fc.array(peer, { maxLength: 2 });
  const spec = fc.record(
    {
      podSelector,
      policyTypes: fc.subarray(["Ingress", "Egress"], { minLength: 1 }),
      ingress: fc.array(fc.record({ from: peers, ports }, { requiredKeys: [] }), { maxLength: 2 }),
      egress: fc.array(fc.record({ to: peers, ports }, { requiredKeys: [] }), { maxLength: 2 }),
    },
    { requiredKeys: ["podSelector"] },
  );
  return fc
    .array(fc.record({ namespace: fc.constantFrom(...NAMESPACES), spec }), { minLength: 1, maxLength: 5 })
    .map((list) => list.map((policy, index) => ({ ...policy, name: `policy-${index}` })));
}
