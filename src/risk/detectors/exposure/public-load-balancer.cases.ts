import { detects } from "../testing/cases.ts";
import { apply, object, remove, run } from "../testing/inputs.ts";
import { publicLoadBalancer } from "./public-load-balancer.ts";

const service = (spec: object, annotations: object = {}) =>
  object("Service", { metadata: { annotations }, spec: { type: "LoadBalancer", ports: [{ port: 443 }], ...spec } });

detects(publicLoadBalancer, {
  finds: {
    "a load balancer for everybody": [apply(service({})), { level: "medium" }],
    "a database for everybody": [apply(service({ ports: [{ port: 80 }, { port: 5432 }] })), { level: "high" }],
    "a list of addresses with everybody on it": apply(service({ loadBalancerSourceRanges: ["10.0.0.0/8", "::/0"] })),
    "one that a command makes": run("kubectl expose deploy web --port=80 --type=LoadBalancer"),
  },
  ignores: {
    "a list of addresses": apply(service({ loadBalancerSourceRanges: ["203.0.113.0/24"] })),
    "one that stays inside": apply(service({}, { "service.beta.kubernetes.io/aws-load-balancer-scheme": "internal" })),
    "a ClusterIP": apply(service({ type: "ClusterIP" })),
    "one that is deleted": remove(service({})),
  },
});
