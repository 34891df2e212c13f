import { contains, formatBlock, merge, parseBlock, type Range } from "./address.ts";
import type { Endpoint, Endpoints } from "./endpoints.ts";
import { allowancesOf, type Direction, type Peer, type Policy } from "./model.ts";
import { namedPorts, numberedPorts } from "./ports.ts";
import { comment, type Table } from "./script.ts";
import { describe } from "./selector.ts";

/** Where a connection comes from, before any masquerading, and where it goes to, behind any Service. */
export const SOURCE = "ct original ip saddr";
export const DESTINATION = "ct reply ip saddr";

/** Somebody at the other end: how nft recognises them, and which known pods are among them. */
interface Party {
  readonly match: string;
  readonly pods: readonly Endpoint[];
  readonly note: string;
}

/** The rules of one policy for one direction: each accepts what one of its allowances lets through. */
export function rulesOf(
  policy: Policy,
  direction: Direction,
  subjects: readonly Endpoint[],
  endpoints: Endpoints,
  table: Table,
): string[] {
  const rules: string[] = [];
  for (const [index, { peers, ports }] of allowancesOf(policy, direction).entries()) {
    const where = `${direction} ${index}`;
    const note = `${where} of ${policy.namespace}/${policy.name}`;
    const numbered = ports.length > 0 ? numberedPorts(ports, table, `ports of ${note}`) : [""];
    for (const party of partiesOf(peers, policy, direction, endpoints, table)) {
      // A name belongs to the pod that listens: the selected pod for ingress, the peer for egress.
      const listeners = direction === "ingress" ? subjects : party.pods;
      const named = namedPorts(ports, listeners, table, `listeners of ${note}`);
      for (const port of [...numbered, ...named]) {
        rules.push([party.match, port, "accept", comment(`${where}: ${party.note}`)].filter(Boolean).join(" "));
      }
    }
  }
  return rules;
}

function partiesOf(
  peers: readonly Peer[],
  policy: Policy,
  direction: Direction,
  endpoints: Endpoints,
  table: Table,
): Party[] {
  if (peers.length === 0) return [{ match: "", pods: endpoints.all, note: "everybody" }];
  const side = direction === "ingress" ? SOURCE : DESTINATION;
  return peers.flatMap((peer) => {
    if (peer.ipBlock) return blockParty(peer.ipBlock, side, endpoints);
    const pods = endpoints.meantBy(peer, policy.namespace);
    if (pods.length === 0) return []; // Nobody yet: no rule, and no empty set to read.
    const home = peer.namespaceSelector
      ? `namespaces (${describe(peer.namespaceSelector)})`
      : `namespace ${policy.namespace}`;
    const note = `pods (${describe(peer.podSelector ?? {})}) of ${home}`;
    const set = table.set(
      "pods",
      "type ipv4_addr",
      pods.map(({ ip }) => ip),
      note,
    );
    return [{ match: `${side} @${set}`, pods, note }];
  });
}

/** An IPv6 block is nobody here; an exception that cannot be read must not widen the block, so then nobody is meant. */
function blockParty(block: NonNullable<Peer["ipBlock"]>, side: string, endpoints: Endpoints): Party[] {
  const range = parseBlock(block.cidr);
  const holes = (block.except ?? []).map(parseBlock);
  if (range === undefined || !holes.every((hole) => hole !== undefined)) return [];
  const except = merge(holes);
  if (except.some((hole) => hole.first <= range.first && range.last <= hole.last)) return [];
  const outside = except.length > 0 ? ` ${side} != { ${except.map(formatBlock).join(", ")} }` : "";
  const match = coversAll(range) ? outside.trim() : `${side} ${formatBlock(range)}${outside}`;
  const pods = endpoints.all.filter(
    ({ address }) => contains(range, address) && !except.some((hole) => contains(hole, address)),
  );
  return [{ match, pods, note: `addresses ${formatBlock(range)}` }];
}

function coversAll(range: Range): boolean {
  return range.first === 0 && range.last === 2 ** 32 - 1;
}
