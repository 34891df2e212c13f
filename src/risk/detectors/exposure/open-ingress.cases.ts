import { detects } from "../testing/cases.ts";
import { apply, object } from "../testing/inputs.ts";
import { openIngress } from "./open-ingress.ts";

const ingress = (spec: object, annotations: object = {}) =>
  apply(object("Ingress", { metadata: { annotations }, spec }, "networking.k8s.io/v1"));
const tls = [{ hosts: ["shop.example"] }];
const rules = [{ host: "shop.example" }];
const ranges = "nginx.ingress.kubernetes.io/whitelist-source-range";

detects(openIngress, {
  finds: {
    "a rule without a host": [
      ingress({ tls, rules: [{ http: {} }] }),
      { level: "medium", field: "spec.rules[0].host" },
    ],
    "a backend for everything": [ingress({ defaultBackend: { service: { name: "web" } } }), { level: "medium" }],
    "a host without TLS": [ingress({ rules }), { level: "low", field: "spec.tls" }],
    "a list of addresses with everybody on it": ingress({ tls, rules }, { [ranges]: "10.0.0.0/8, 0.0.0.0/0" }),
    "a Gateway for every host": [
      apply(object("Gateway", { spec: { listeners: [{ protocol: "HTTP" }] } }, "gateway.networking.k8s.io/v1")),
      { level: "low" },
    ],
  },
  ignores: {
    "a host with TLS": ingress({ tls, rules }),
    "a list of addresses": ingress({ tls, rules }, { [ranges]: "203.0.113.0/24" }),
    "a Gateway for one host": apply(
      object("Gateway", { spec: { listeners: [{ hostname: "shop.example" }] } }, "gateway.networking.k8s.io/v1"),
    ),
  },
});
