import { detects } from "../testing/cases.ts";
import { apply, object } from "../testing/inputs.ts";
import { openNetworkPolicy } from "./open-network-policy.ts";

const policy = (spec: object) =>
  apply(object("NetworkPolicy", { spec: { podSelector: {}, ...spec } }, "networking.k8s.io/v1"));
const world = { ipBlock: { cidr: "0.0.0.0/0" } };

detects(openNetworkPolicy, {
  finds: {
    "an empty rule": [policy({ ingress: [{}] }), { level: "high", field: "spec.ingress[0]" }],
    "the whole of IPv4": policy({ ingress: [{ from: [world] }] }),
    "the whole of IPv6": policy({ ingress: [{ from: [{ ipBlock: { cidr: "::/0" } }] }] }),
    "everybody on one port, as something milder": [
      policy({ ingress: [{ ports: [{ port: 443 }] }] }),
      { level: "medium" },
    ],
    "every way out, as something mild": [policy({ egress: [{}] }), { level: "low" }],
    "the world by its name in Cilium": apply(
      object("CiliumNetworkPolicy", { spec: { ingress: [{ fromEntities: ["world"] }] } }, "cilium.io/v2"),
    ),
  },
  ignores: {
    "a policy that lets nobody in": policy({ policyTypes: ["Ingress"] }),
    "named pods": policy({ ingress: [{ from: [{ podSelector: { matchLabels: { app: "web" } } }] }] }),
    "the world with exceptions": policy({
      ingress: [{ from: [{ ipBlock: { cidr: "0.0.0.0/0", except: ["10.0.0.0/8"] } }] }],
    }),
    "one way out for everybody": policy({ egress: [{ ports: [{ port: 53 }] }] }),
  },
});
