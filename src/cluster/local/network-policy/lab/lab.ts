import type { Pod } from "../model.ts";
import { type Cell, type Conversations, converse } from "./conversation.ts";
import { type Member, startMember } from "./member.ts";

/**
 * A cluster's network without a cluster: nodes as routers, pods behind them as the `ptp` plugin connects them, and
 * somebody outside. Everything lives in network namespaces and is gone when the lab is disposed of.
 */
export interface Lab extends AsyncDisposable {
  readonly members: ReadonlyMap<string, Member>;
  member(name: string): Member;
  /** Which of the cells were answered; nothing stays open. */
  probe(cells: readonly Cell[]): Promise<boolean[]>;
  /** The same, but what was opened stays open for more. */
  converse(cells: readonly Cell[]): Conversations;
  /** Loads a script into a node's rules. */
  apply(node: string, script: string): Promise<void>;
}

export const OUTSIDE = { name: "outside", ip: "192.0.2.10" };
export const LISTENING = { TCP: [80, 81, 82], UDP: [80, 81] } as const;

export function podRange(node: string): string {
  return `10.244.${numberOf(node)}.0/24`;
}

function numberOf(node: string): number {
  return Number(node.replace(/^node-/, ""));
}

export async function openLab(nodes: readonly string[], pods: readonly Pod[]): Promise<Lab> {
  await using undo = new AsyncDisposableStack();
  const members = new Map<string, Member>();
  const names = [...nodes, OUTSIDE.name, ...pods.map(({ namespace, name }) => `${namespace}/${name}`)];
  await Promise.all(
    names.map(async (name) => {
      members.set(name, undo.use(await startMember(LISTENING.TCP, LISTENING.UDP)));
    }),
  );
  const member = (name: string): Member => {
    const found = members.get(name);
    if (!found) throw new Error(`lab: no member ${name}`);
    return found;
  };
  const ip = (name: string, lines: readonly string[]) =>
    member(name).run("ip", ["-batch", "-"], `${lines.join("\n")}\n`);

  for (const node of nodes) {
    await ip(node, ["link set lo up"]);
    await member(node).run("sh", ["-c", "echo 1 > /proc/sys/net/ipv4/ip_forward"]);
  }
  const [first = ""] = nodes;
  for (const node of nodes.slice(1)) {
    const [one, other] = [`172.18.${numberOf(node)}.1`, `172.18.${numberOf(node)}.2`];
    await ip(first, [
      `link add to-${node} type veth peer name uplink netns ${member(node).pid}`,
      `address add ${one}/24 dev to-${node}`,
      `link set to-${node} up`,
    ]);
    await ip(node, [`address add ${other}/24 dev uplink`, "link set uplink up", `route add default via ${one}`]);
    await ip(first, [`route add ${podRange(node)} via ${other}`]);
  }
  await plug(member(first), "outside", member(OUTSIDE.name), OUTSIDE.ip, "192.0.2.1");
  for (const [index, pod] of pods.entries()) {
    const gateway = podRange(pod.node).replace(/0\/24$/, "1");
    await plug(member(pod.node), `pod${index}`, member(`${pod.namespace}/${pod.name}`), pod.ips[0] ?? "", gateway);
  }

  let batches = 0;
  const owned = undo.move();
  return {
    members,
    member,
    converse: (cells) => converse(member, cells, ++batches),
    probe: async (cells) => {
      using conversations = converse(member, cells, ++batches);
      return await conversations.answered(cells.map(({ expected }) => expected));
    },
    apply: async (node, script) => void (await member(node).run("nft", ["-f", "-"], script)),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** What `ptp` does: a veth pair, a host route to the pod, and the node as the pod's only neighbour. */
async function plug(node: Member, link: string, pod: Member, address: string, gateway: string): Promise<void> {
  const batch = (lines: readonly string[]) => `${lines.join("\n")}\n`;
  const setUp = [
    `link add ${link} type veth peer name eth0 netns ${pod.pid}`,
    `address add ${gateway}/32 dev ${link}`,
    `link set ${link} up`,
    `route add ${address}/32 dev ${link}`,
  ];
  await node.run("ip", ["-batch", "-"], batch(setUp));
  const inside = [
    "link set lo up",
    `address add ${address}/32 dev eth0`,
    "link set eth0 up",
    `route add ${gateway} dev eth0 scope link`,
    `route add default via ${gateway}`,
  ];
  await pod.run("ip", ["-batch", "-"], batch(inside));
}
