import { formatPorts, merge, type Range } from "./address.ts";
import type { Endpoint } from "./endpoints.ts";
import type { PolicyPort } from "./model.ts";
import type { Table } from "./script.ts";

const PROTOCOLS: ReadonlyMap<string, string> = new Map([
  ["TCP", "tcp"],
  ["UDP", "udp"],
  ["SCTP", "sctp"],
]);
const EVERY_PORT: Range = { first: 0, last: 65535 };

/**
 * The port that a connection goes to, behind any Service: the one that its replies come from. It is read from the
 * connection and not from the packet, so that it holds for both directions and for ICMP errors about the connection.
 */
const PORT = "ct reply proto-src";

/** One nft match per protocol for the ports given by number; none for ports that are given by name. */
export function numberedPorts(ports: readonly PolicyPort[], table: Table, note: string): string[] {
  const ranges = new Map<string, Range[]>();
  for (const port of ports) {
    const protocol = PROTOCOLS.get(port.protocol ?? "TCP");
    const range = rangeOf(port);
    if (protocol === undefined || range === undefined) continue;
    ranges.set(protocol, [...(ranges.get(protocol) ?? []), range]);
  }
  return [...ranges].map(([protocol, list]) => {
    const merged = merge(list);
    const [only] = merged;
    if (only?.first === EVERY_PORT.first && only.last === EVERY_PORT.last) return `ct protocol ${protocol}`;
    if (only && merged.length === 1) return `ct protocol ${protocol} ${PORT} ${formatPorts(only)}`;
    const set = table.set("ports", "type inet_service; flags interval", merged.map(formatPorts), note);
    return `ct protocol ${protocol} ${PORT} @${set}`;
  });
}

function rangeOf({ port, endPort }: PolicyPort): Range | undefined {
  if (port === undefined) return EVERY_PORT;
  if (!isPort(port)) return undefined;
  if (endPort === undefined) return { first: port, last: port };
  return isPort(endPort) && endPort >= port ? { first: port, last: endPort } : undefined;
}

function isPort(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 65535;
}

/**
 * One nft match for each number that a name stands for. Every pod gives its own number to a name, so the match holds
 * for the pods that use this number and for no others.
 */
export function namedPorts(
  ports: readonly PolicyPort[],
  destinations: readonly Endpoint[],
  table: Table,
  note: string,
): string[] {
  const users = new Map<string, Set<string>>();
  for (const { protocol = "TCP", port } of ports) {
    const word = PROTOCOLS.get(protocol);
    if (typeof port !== "string" || word === undefined) continue;
    for (const { pod, ip } of destinations) {
      for (const named of pod.ports) {
        if (named.name !== port || named.protocol !== protocol || !isPort(named.port)) continue;
        const match = `ct protocol ${word} ${PORT} ${named.port}`;
        users.set(match, (users.get(match) ?? new Set()).add(ip));
      }
    }
  }
  return [...users].map(([match, ips]) => {
    const set = table.set("named", "type ipv4_addr", [...ips], note);
    return `ct reply ip saddr @${set} ${match}`;
  });
}
