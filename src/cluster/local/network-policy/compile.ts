import { formatBlock, parseBlock } from "./address.ts";
import { type Endpoint, type Endpoints, endpointsOf } from "./endpoints.ts";
import { type Direction, isAbout, type Policy, type World } from "./model.ts";
import { NetworkPolicyProblem } from "./problem.ts";
import { DESTINATION, rulesOf, SOURCE } from "./rules.ts";
import { comment, createTable, type Table } from "./script.ts";
import { matches } from "./selector.ts";

/** A node as far as rules need to know it. */
export interface NodeView {
  readonly name: string;
  /** The addresses of its pods, as a CIDR. */
  readonly podRange: string;
}

/**
 * The nft script that enforces all policies on one node: it replaces our table in one transaction.
 *
 * Each node guards its own pods: egress where a connection starts, ingress where it ends. Rules look at connections,
 * not packets: source, destination and port are those that conntrack recorded. So a reply is allowed exactly as long as
 * its connection is, and a policy that forbids a connection also ends one that was established before.
 * What the node itself sends to its pods, kubelet's probes for example, does not pass the forward hook and stays allowed.
 */
export function compile(world: World, node: NodeView): string {
  if (world.policies.length === 0) return createTable("no NetworkPolicy in the cluster").text();
  const range = parseBlock(node.podRange);
  if (range === undefined) {
    throw new NetworkPolicyProblem(
      "BAD_RANGE",
      `node ${node.name}: expected an IPv4 CIDR as pod range, got ${JSON.stringify(node.podRange)}`,
      { hint: "give the range that the node's CNI configuration hands out" },
    );
  }
  const endpoints = endpointsOf(world);
  const table = createTable("NetworkPolicies, rewritten at every change");
  table.define(
    "set",
    "known",
    "type ipv4_addr",
    endpoints.all.map(({ ip, pod }) => `${ip} ${comment(`${pod.namespace}/${pod.name}`)}`),
  );
  const guarded = endpoints.all.filter(({ pod }) => pod.node === node.name);
  table.define(
    "set",
    "itself",
    "type ipv4_addr . ipv4_addr",
    guarded.map(({ ip }) => `${ip} . ${ip}`),
  );
  const policies = world.policies.toSorted(byName);
  for (const direction of ["egress", "ingress"] as const) {
    isolate(direction, policies, guarded, endpoints, table);
    guard(direction, formatBlock(range), table);
  }
  return table.text();
}

/** The chain on the hook. Accepting here ends only this direction's chain: the packet goes on to the other one. */
function guard(direction: Direction, range: string, table: Table): void {
  const egress = direction === "egress";
  const address = egress ? "ip saddr" : "ip daddr";
  table.chain(direction, `what pods of this node may ${egress ? "send" : "receive"}`, [
    `type filter hook forward priority ${egress ? -20 : -19}; policy accept;`,
    // Rules below ask the connection; a packet without one could not be judged.
    "ct state invalid,untracked counter drop",
    ...(egress ? [`fib saddr . iif oif missing counter drop ${comment("sender uses the address of another")}`] : []),
    // Fails closed: a pod may run before anybody told us which pod it is.
    `${address} ${range} ${address} != @known counter drop ${comment("pod not known yet")}`,
    `${SOURCE} . ${DESTINATION} @itself accept ${comment("pod to itself through a Service")}`,
    `${egress ? SOURCE : DESTINATION} vmap @${direction}-isolated`,
  ]);
}

/** Sends each isolated pod of the node to a chain with the policies that select it; pods with the same ones share it. */
function isolate(
  direction: Direction,
  policies: readonly Policy[],
  guarded: readonly Endpoint[],
  endpoints: Endpoints,
  table: Table,
): void {
  const selecting = new Map<Endpoint, Policy[]>();
  const chains = new Map<Policy, string>();
  for (const policy of policies) {
    if (!isAbout(policy, direction)) continue;
    const selector = policy.spec.podSelector ?? {};
    const subjects = guarded.filter(({ pod }) => pod.namespace === policy.namespace && matches(selector, pod.labels));
    if (subjects.length === 0) continue;
    for (const subject of subjects) selecting.set(subject, [...(selecting.get(subject) ?? []), policy]);
    const rules = rulesOf(policy, direction, subjects, endpoints, table);
    if (rules.length === 0) continue; // It isolates and allows nothing.
    const name = `${direction}-policy-${chains.size + 1}`;
    chains.set(policy, name);
    table.chain(name, `${policy.namespace}/${policy.name}`, rules);
  }
  const groups = new Map<string, string>();
  const isolated = [...selecting].map(([{ ip }, chosen]) => {
    const jumps = chosen.flatMap((policy) => {
      const chain = chains.get(policy);
      return chain === undefined ? [] : [`jump ${chain} ${comment(`${policy.namespace}/${policy.name}`)}`];
    });
    const key = jumps.join("\n");
    const name = groups.get(key) ?? `${direction}-group-${groups.size + 1}`;
    if (!groups.has(key)) {
      groups.set(key, name);
      const note = jumps.length > 0 ? "allowed by none of the above" : "allowed nothing";
      table.chain(name, "pods under the same policies", [...jumps, `counter drop ${comment(note)}`]);
    }
    return `${ip} : goto ${name}`;
  });
  table.define("map", `${direction}-isolated`, "type ipv4_addr : verdict", isolated);
}

function byName(a: Policy, b: Policy): number {
  return compareText(a.namespace, b.namespace) || compareText(a.name, b.name);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
