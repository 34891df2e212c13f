import type { Machine } from "./machine.ts";
import type { Plan } from "./plan.ts";

/**
 * Joins the machines by a bridge that lives in the control machine, where no packet filter runs: a bridge inside a
 * node would send other nodes' frames through that node's iptables and lose some.
 * No machine has a default route, so nothing in a cluster can even try to leave it.
 */
export async function wire(plan: Plan, control: Machine, nodes: readonly Machine[]): Promise<void> {
  const lines = [
    "link add name br0 type bridge forward_delay 0",
    `addr add ${plan.control.address}/${plan.control.prefix} dev br0`,
    "link set br0 up",
  ];
  for (const [index, node] of nodes.entries()) {
    lines.push(`link add name port${index} type veth peer name eth0 netns ${node.pid}`);
    lines.push(`link set port${index} master br0 up`);
  }
  for (const node of plan.nodes) lines.push(`route add ${node.podRange} via ${node.address} onlink dev br0`);
  // `netns PID` needs the host's process ids, so this one runs in the control machine's network but our own /proc.
  await batch(control, lines);
  await Promise.all(nodes.map((machine, index) => wireNode(plan, machine, index)));
}

async function wireNode(plan: Plan, machine: Machine, index: number): Promise<void> {
  const own = plan.nodes[index];
  if (!own) throw new Error(`machine ${machine.name} is not in the plan`);
  const lines = [
    `addr add ${own.address}/${plan.control.prefix} dev eth0`,
    "link set eth0 up",
    // kube-proxy redirects this range before it is sent; without a route the kernel would refuse it earlier.
    `route add ${plan.serviceRange} dev eth0`,
    ...plan.nodes
      .filter((other) => other !== own)
      .map((other) => `route add ${other.podRange} via ${other.address} dev eth0`),
  ];
  await batch(machine, lines);
  await machine.run("sh", ["-c", "echo 1 > /proc/sys/net/ipv4/ip_forward"]);
}

async function batch(machine: Machine, lines: readonly string[]): Promise<void> {
  await machine.inNetwork("ip", ["-batch", "-"], { input: `${lines.join("\n")}\n` });
}
