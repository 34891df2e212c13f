/**
 * What NetworkPolicy means, written a second time and as plainly as possible: one connection at a time, no sets, no
 * shared code with the compiler. The tests compare the two.
 */
import type { LabelSelector, Peer, Pod, PolicyPort, World } from "../model.ts";

export interface Connection {
  readonly source: { readonly ip: string; readonly pod?: Pod };
  readonly destination: { readonly ip: string; readonly pod?: Pod };
  readonly port: number;
  readonly protocol: string;
}

export function isAllowed(world: World, connection: Connection): boolean {
  return mayLeave(world, connection) && mayEnter(world, connection);
}

function mayLeave(world: World, { source, destination, port, protocol }: Connection): boolean {
  const { pod } = source;
  if (!pod) return true;
  const isolating = world.policies.filter(
    ({ namespace, spec }) =>
      namespace === pod.namespace &&
      selects(spec.podSelector ?? {}, pod.labels) &&
      (spec.policyTypes ? spec.policyTypes.includes("Egress") : (spec.egress?.length ?? 0) > 0),
  );
  if (isolating.length === 0) return true;
  return isolating.some(({ namespace, spec }) =>
    (spec.egress ?? []).some(
      ({ to, ports }) => isAmong(world, to, namespace, destination) && isPort(ports, port, protocol, destination.pod),
    ),
  );
}

function mayEnter(world: World, { source, destination, port, protocol }: Connection): boolean {
  const { pod } = destination;
  if (!pod) return true;
  const isolating = world.policies.filter(
    ({ namespace, spec }) =>
      namespace === pod.namespace &&
      selects(spec.podSelector ?? {}, pod.labels) &&
      (spec.policyTypes ? spec.policyTypes.includes("Ingress") : true),
  );
  if (isolating.length === 0) return true;
  return isolating.some(({ namespace, spec }) =>
    (spec.ingress ?? []).some(
      ({ from, ports }) => isAmong(world, from, namespace, source) && isPort(ports, port, protocol, pod),
    ),
  );
}

function isAmong(
  world: World,
  peers: readonly Peer[] | undefined,
  policyNamespace: string,
  other: Connection["source"],
): boolean {
  if (!peers || peers.length === 0) return true;
  return peers.some(({ ipBlock, namespaceSelector, podSelector }) => {
    if (ipBlock)
      return inside(other.ip, ipBlock.cidr) && !(ipBlock.except ?? []).some((hole) => inside(other.ip, hole));
    const { pod } = other;
    if (!pod) return false;
    if (podSelector && !selects(podSelector, pod.labels)) return false;
    if (!namespaceSelector) return pod.namespace === policyNamespace;
    const home = world.namespaces.find(({ name }) => name === pod.namespace);
    return home !== undefined && selects(namespaceSelector, home.labels);
  });
}

function isPort(
  ports: readonly PolicyPort[] | undefined,
  port: number,
  protocol: string,
  listener: Pod | undefined,
): boolean {
  if (!ports || ports.length === 0) return true;
  return ports.some((wanted) => {
    if ((wanted.protocol ?? "TCP") !== protocol) return false;
    if (wanted.port === undefined) return true;
    if (typeof wanted.port === "number") return wanted.port <= port && port <= (wanted.endPort ?? wanted.port);
    return (listener?.ports ?? []).some(
      (named) => named.name === wanted.port && named.protocol === protocol && named.port === port,
    );
  });
}

function selects(selector: LabelSelector, labels: Readonly<Record<string, string>>): boolean {
  const asked = Object.entries(selector.matchLabels ?? {}).every(([key, value]) => labels[key] === value);
  const expressed = (selector.matchExpressions ?? []).every(({ key, operator, values }) => {
    const has = key in labels;
    const listed = has && (values ?? []).includes(labels[key] ?? "");
    return { In: listed, NotIn: !listed, Exists: has, DoesNotExist: !has }[operator] ?? false;
  });
  return asked && expressed;
}

/** Bit by bit, as one would on paper. */
function inside(ip: string, cidr: string): boolean {
  const [network = "", length = "0"] = cidr.split("/");
  if (network.includes(":")) return false;
  const bits = (text: string) =>
    text
      .split(".")
      .map((byte) => Number(byte).toString(2).padStart(8, "0"))
      .join("");
  return bits(ip).slice(0, Number(length)) === bits(network).slice(0, Number(length));
}
