import type { LabelSelector, Peer, Policy, PolicyPort, PolicySpec } from "../model.ts";

/** One way in which policies are written, played on the namespaces x, y, z with pods a, b, c in each. */
export interface Shape {
  readonly title: string;
  readonly policies: readonly Policy[];
}

export const NAMESPACES = ["x", "y", "z"] as const;
export const PODS = ["a", "b", "c"] as const;

/** Every pod gives another number to the same name, and c of z gives none. */
export function namedPortsOf(namespace: string, pod: string) {
  const dns = { name: "dns", protocol: "UDP", port: 81 };
  if (pod === "a") return [{ name: "web", protocol: "TCP", port: 80 }, dns];
  if (pod === "b") return [{ name: "web", protocol: "TCP", port: 81 }, dns];
  return namespace === "z" ? [] : [{ name: "web", protocol: "TCP", port: 82 }];
}

export function podLabels(pod: string): Record<string, string> {
  return pod === "c" ? { pod, tier: "data" } : { pod };
}

export function namespaceLabels(namespace: string): Record<string, string> {
  return namespace === "z" ? { ns: namespace, guest: "yes" } : { ns: namespace };
}

const pod = (name: string): LabelSelector => ({ matchLabels: { pod: name } });
const ns = (name: string): LabelSelector => ({ matchLabels: { ns: name } });
const expr = (key: string, operator: string, ...values: string[]): LabelSelector => ({
  matchExpressions: [values.length > 0 ? { key, operator, values } : { key, operator }],
});
const BOTH = ["Ingress", "Egress"];
const EVERYBODY = { podSelector: {} };

/** `addressOf` tells the pods' addresses, which only who made them knows; `outside` is one that is no pod's. */
export function shapes(addressOf: (namespace: string, pod: string) => string, outside: string): Shape[] {
  const one = (title: string, spec: PolicySpec, namespace = "x"): Shape => ({
    title,
    policies: [{ namespace, name: "tested", spec }],
  });
  const from = (title: string, peers: Peer[], ports?: PolicyPort[]) =>
    one(title, { ...EVERYBODY, ingress: [ports ? { from: peers, ports } : { from: peers }] });
  const to = (title: string, peers: Peer[], ports?: PolicyPort[]) =>
    one(title, {
      ...EVERYBODY,
      policyTypes: ["Egress"],
      egress: [ports ? { to: peers, ports } : { to: peers }],
    });
  const onPorts = (title: string, ...ports: PolicyPort[]) =>
    one(title, { podSelector: pod("a"), ingress: [{ ports }] });
  const range = `${addressOf("x", "a").split(".").slice(0, 2).join(".")}.0.0/16`;

  return [
    { title: "no policy", policies: [] },
    one("ingress denied", { ...EVERYBODY, policyTypes: ["Ingress"] }),
    one("egress denied", { ...EVERYBODY, policyTypes: ["Egress"] }),
    one("everything denied", { ...EVERYBODY, policyTypes: BOTH }),
    one("an empty list of rules", { ...EVERYBODY, ingress: [], egress: [] }),
    one("all ingress allowed by an empty rule", { ...EVERYBODY, ingress: [{}] }),
    one("all egress allowed by an empty rule", { ...EVERYBODY, policyTypes: BOTH, egress: [{}] }),
    one("an empty list of peers", { ...EVERYBODY, ingress: [{ from: [], ports: [{ port: 80 }] }] }),
    one("egress rules without policy types isolate both ways", { podSelector: pod("b"), egress: [{}] }),
    one("one pod selected", { podSelector: pod("a") }),
    one("no pod selected", { podSelector: pod("nobody"), policyTypes: BOTH }),
    one("pods selected by expression", { podSelector: expr("pod", "NotIn", "a", "b") }),

    from("from pods of the same namespace", [{ podSelector: pod("b") }]),
    from("from all pods of the same namespace", [{ podSelector: {} }]),
    from("from all namespaces", [{ namespaceSelector: {} }]),
    from("from a namespace by label", [{ namespaceSelector: ns("y") }]),
    from("from pods of a namespace, both together", [{ namespaceSelector: ns("y"), podSelector: pod("b") }]),
    from("from pods or from a namespace", [{ namespaceSelector: ns("y") }, { podSelector: pod("b") }]),
    from("from namespaces In", [{ namespaceSelector: expr("ns", "In", "y", "z") }]),
    from("from namespaces where a label is not", [{ namespaceSelector: expr("guest", "DoesNotExist") }]),
    from("from pods where a label exists", [{ namespaceSelector: {}, podSelector: expr("tier", "Exists") }]),
    from("from pods NotIn", [{ namespaceSelector: ns("z"), podSelector: expr("pod", "NotIn", "a") }]),
    from("from nobody who exists", [{ podSelector: pod("nobody") }]),

    from("from one address", [{ ipBlock: { cidr: `${addressOf("y", "a")}/32` } }]),
    from("from outside", [{ ipBlock: { cidr: `${outside}/24` } }]),
    from("from a block with exceptions", [
      { ipBlock: { cidr: range, except: [`${addressOf("y", "a")}/32`, `${addressOf("z", "b")}/32`] } },
    ]),
    from("from everywhere but one pod", [{ ipBlock: { cidr: "0.0.0.0/0", except: [`${addressOf("y", "b")}/32`] } }]),
    from("from an IPv6 block", [{ ipBlock: { cidr: "fd00::/8", except: ["fd00:1::/32"] } }]),
    from("from everywhere in both families", [{ ipBlock: { cidr: "::/0" } }, { ipBlock: { cidr: "0.0.0.0/0" } }]),

    onPorts("a port by number", { port: 80 }),
    onPorts("a port of UDP", { port: 80, protocol: "UDP" }),
    onPorts("a protocol without port", { protocol: "UDP" }),
    onPorts("a protocol that nobody speaks", { protocol: "SCTP", port: 80 }),
    onPorts("a range of ports", { port: 81, endPort: 82 }),
    onPorts("ranges that overlap", { port: 80, endPort: 81 }, { port: 81, endPort: 90 }, { port: 81, protocol: "UDP" }),
    onPorts("several ports", { port: 80 }, { port: 82 }, { port: 81, protocol: "UDP" }),
    one("a port by name, whose number each pod chooses", { ...EVERYBODY, ingress: [{ ports: [{ port: "web" }] }] }),
    one("a port by name with the other protocol", {
      ...EVERYBODY,
      ingress: [
        {
          ports: [
            { port: "web", protocol: "UDP" },
            { port: "dns", protocol: "UDP" },
          ],
        },
      ],
    }),
    from("a port by name for some", [{ namespaceSelector: ns("z") }], [{ port: "web" }, { port: 82 }]),

    to("to pods of the same namespace", [{ podSelector: pod("b") }]),
    to("to a namespace", [{ namespaceSelector: ns("y") }], [{ port: 80 }]),
    to("to pods of a namespace, both together", [{ namespaceSelector: ns("z"), podSelector: pod("c") }]),
    to("to a block with an exception", [{ ipBlock: { cidr: range, except: [`${addressOf("z", "a")}/32`] } }]),
    to("to outside", [{ ipBlock: { cidr: `${outside}/32` } }], [{ port: 80, endPort: 81 }]),
    to("to a port by name of all pods", [], [{ port: "web" }]),
    to("to a port by name of some pods", [{ namespaceSelector: expr("ns", "In", "y", "z") }], [{ port: "web" }]),
    to("to a port by name in a block", [{ ipBlock: { cidr: `${addressOf("z", "b")}/32` } }], [{ port: "web" }]),
    to(
      "to name resolution only",
      [{ namespaceSelector: {}, podSelector: pod("b") }],
      [
        { port: "dns", protocol: "UDP" },
        { port: 80, protocol: "TCP" },
      ],
    ),

    {
      title: "policies add up",
      policies: [
        { namespace: "x", name: "deny", spec: { ...EVERYBODY, policyTypes: BOTH } },
        { namespace: "x", name: "web", spec: { podSelector: pod("a"), ingress: [{ ports: [{ port: 80 }] }] } },
        {
          namespace: "x",
          name: "y",
          spec: { podSelector: pod("a"), ingress: [{ from: [{ namespaceSelector: ns("y") }] }] },
        },
        {
          namespace: "x",
          name: "out",
          spec: { ...EVERYBODY, policyTypes: ["Egress"], egress: [{ to: [{ podSelector: {} }] }] },
        },
      ],
    },
    {
      title: "both ends must agree",
      policies: [
        {
          namespace: "x",
          name: "out",
          spec: { ...EVERYBODY, policyTypes: ["Egress"], egress: [{ to: [{ namespaceSelector: ns("y") }] }] },
        },
        {
          namespace: "y",
          name: "in",
          spec: { ...EVERYBODY, ingress: [{ from: [{ namespaceSelector: {}, podSelector: pod("a") }] }] },
        },
        { namespace: "z", name: "deny", spec: { ...EVERYBODY, policyTypes: BOTH } },
      ],
    },
    {
      title: "several rules in one policy",
      policies: [
        {
          namespace: "x",
          name: "tested",
          spec: {
            ...EVERYBODY,
            policyTypes: BOTH,
            ingress: [
              { from: [{ namespaceSelector: ns("y") }], ports: [{ port: 80 }] },
              { from: [{ namespaceSelector: ns("z") }], ports: [{ port: 81, protocol: "UDP" }] },
            ],
            egress: [{ to: [{ namespaceSelector: ns("z") }], ports: [{ port: 82 }] }, { ports: [{ port: 81 }] }],
          },
        },
      ],
    },
  ];
}
