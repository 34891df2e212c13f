/** The parts of networking.k8s.io/v1 that decide about traffic, in the API's own shape. */
export interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values?: readonly string[];
  }[];
}

export interface Peer {
  readonly podSelector?: LabelSelector;
  readonly namespaceSelector?: LabelSelector;
  readonly ipBlock?: { readonly cidr: string; readonly except?: readonly string[] };
}

export interface PolicyPort {
  readonly protocol?: string;
  readonly port?: number | string;
  readonly endPort?: number;
}

export interface PolicySpec {
  readonly podSelector?: LabelSelector;
  readonly policyTypes?: readonly string[];
  readonly ingress?: readonly { readonly from?: readonly Peer[]; readonly ports?: readonly PolicyPort[] }[];
  readonly egress?: readonly { readonly to?: readonly Peer[]; readonly ports?: readonly PolicyPort[] }[];
}

export interface Policy {
  readonly namespace: string;
  readonly name: string;
  readonly spec: PolicySpec;
}

export interface NamedPort {
  readonly name: string;
  readonly protocol: string;
  readonly port: number;
}

export interface Pod {
  readonly namespace: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly node: string;
  /** All its addresses; those that are not IPv4 play no part. */
  readonly ips: readonly string[];
  readonly hostNetwork: boolean;
  readonly phase: string;
  readonly ports: readonly NamedPort[];
  /** When it got its addresses, in milliseconds: of two pods that claim one address the later one has it. */
  readonly since: number;
}

export interface Namespace {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** All that policies depend on, at one moment. */
export interface World {
  readonly policies: readonly Policy[];
  readonly pods: readonly Pod[];
  readonly namespaces: readonly Namespace[];
}

export type Direction = "ingress" | "egress";

/** One allowance of a policy, the same shape for both directions. No peers: everybody. No ports: every port. */
export interface Allowance {
  readonly peers: readonly Peer[];
  readonly ports: readonly PolicyPort[];
}

export function allowancesOf(policy: Policy, direction: Direction): Allowance[] {
  return direction === "ingress"
    ? (policy.spec.ingress ?? []).map((rule) => ({ peers: rule.from ?? [], ports: rule.ports ?? [] }))
    : (policy.spec.egress ?? []).map((rule) => ({ peers: rule.to ?? [], ports: rule.ports ?? [] }));
}

/** Without policyTypes a policy is about ingress, and about egress too if it has such rules. */
export function isAbout(policy: Policy, direction: Direction): boolean {
  const types = policy.spec.policyTypes ?? [];
  if (types.length > 0) return types.includes(direction === "ingress" ? "Ingress" : "Egress");
  return direction === "ingress" || (policy.spec.egress ?? []).length > 0;
}
