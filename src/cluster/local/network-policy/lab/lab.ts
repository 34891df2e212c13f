import { setTimeout as sleep } from "node:timers/promises";
import type { Pod } from "../model.ts";
import { type Member, startMember } from "./member.ts";
import type { Target } from "./prober.ts";

/**
 * A cluster's network without a cluster: nodes as routers, pods behind them as the `ptp` plugin connects them, and
 * somebody outside. Everything lives in network namespaces and is gone when the lab is disposed of.
 */
export interface Lab extends AsyncDisposable {
  readonly members: ReadonlyMap<string, Member>;
  member(name: string): Member;
  /** Which of the cells were answered. Waits for those that should be, and then a little for those that should not. */
  probe(cells: readonly Cell[]): Promise<boolean[]>;
  /** Loads a script into a node's rules. */
  apply(node: string, script: string): Promise<void>;
}

export interface Cell extends Target {
  readonly from: string;
  /** Only decides how long to wait. */
  readonly expected: boolean;
}

export const OUTSIDE = { name: "outside", ip: "192.0.2.10" };
export const LISTENING = { TCP: [80, 81, 82], UDP: [80, 81] } as const;

/** Both are sent in one batch, so a leak is answered about when the last allowed one is. */
const LEAK_WAIT_MS = 150;
const ANSWER_DEADLINE_MS = 15_000;

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
    probe: (cells) => probe(members, cells, ++batches),
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

async function probe(members: ReadonlyMap<string, Member>, cells: readonly Cell[], batch: number): Promise<boolean[]> {
  const answered = cells.map(() => false);
  let missing = cells.filter(({ expected }) => expected).length;
  const complete = Promise.withResolvers<void>();
  if (missing === 0) complete.resolve();
  const asking = Map.groupBy(
    cells.map((cell, index) => ({ cell, index })),
    ({ cell }) => cell.from,
  );
  for (const [name, list] of asking) {
    const member = members.get(name);
    if (!member) throw new Error(`lab: no member ${name}`);
    member.onAnswer((answeredBatch, position) => {
      const entry = answeredBatch === batch ? list[position] : undefined;
      if (!entry || answered[entry.index]) return;
      answered[entry.index] = true;
      if (entry.cell.expected && --missing === 0) complete.resolve();
    });
    member.order({ do: "probe", batch, targets: list.map(({ cell }) => cell) });
  }
  const over = new AbortController();
  await Promise.race([complete.promise, sleep(ANSWER_DEADLINE_MS, undefined, { signal: over.signal }).catch(() => {})]);
  over.abort();
  await sleep(LEAK_WAIT_MS);
  for (const name of asking.keys()) members.get(name)?.order({ do: "forget", batch });
  return answered;
}
