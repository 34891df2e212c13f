import { formatAddress, parseAddress } from "./address.ts";
import type { LabelSelector, Namespace, Peer, Pod, World } from "./model.ts";
import { matches } from "./selector.ts";

/** A pod under one of its addresses: what a packet can come from or go to. */
export interface Endpoint {
  readonly pod: Pod;
  readonly address: number;
  /** The address as text, made from the number: never a text that came from outside. */
  readonly ip: string;
}

/** The pods that traffic can meet. */
export interface Endpoints {
  readonly all: readonly Endpoint[];
  /** Those that a peer without ipBlock means, in a policy of this namespace. */
  meantBy(peer: Peer, policyNamespace: string): readonly Endpoint[];
}

export function endpointsOf(world: World): Endpoints {
  const owners = new Map<number, Pod>();
  for (const pod of world.pods) {
    // A pod on the host's network has the node's address, and one that ended has lost its own to whoever comes next.
    if (pod.hostNetwork || pod.phase === "Succeeded" || pod.phase === "Failed") continue;
    for (const text of pod.ips) {
      const address = parseAddress(text);
      if (address === undefined) continue;
      const owner = owners.get(address);
      if (!owner || isLater(pod, owner)) owners.set(address, pod);
    }
  }
  const all = [...owners]
    .map(([address, pod]) => ({ pod, address, ip: formatAddress(address) }))
    .sort((a, b) => a.address - b.address);
  const byNamespace = Map.groupBy(all, ({ pod }) => pod.namespace);
  const of = (namespace: string) => byNamespace.get(namespace) ?? [];
  // Policies repeat one another's selectors: each is looked up once.
  const meant = new Map<string, readonly Endpoint[]>();
  return {
    all,
    meantBy: (peer, policyNamespace) => {
      const key = JSON.stringify([peer, peer.namespaceSelector ? "" : policyNamespace]);
      const known = meant.get(key);
      if (known) return known;
      const namespaces = peer.namespaceSelector
        ? selectNamespaces(world.namespaces, peer.namespaceSelector)
        : [policyNamespace];
      const found = namespaces.flatMap((name) =>
        of(name).filter(({ pod }) => matches(peer.podSelector ?? {}, pod.labels)),
      );
      meant.set(key, found);
      return found;
    },
  };
}

/** A namespace that was not seen yet is selected by nothing, not even by "does not have this label". */
function selectNamespaces(namespaces: readonly Namespace[], selector: LabelSelector): string[] {
  return namespaces.filter(({ labels }) => matches(selector, labels)).map(({ name }) => name);
}

function isLater(pod: Pod, other: Pod): boolean {
  if (pod.since !== other.since) return pod.since > other.since;
  return `${pod.namespace}/${pod.name}` > `${other.namespace}/${other.name}`;
}
