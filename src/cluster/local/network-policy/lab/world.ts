import type { Pod, World } from "../model.ts";
import type { Cell } from "./conversation.ts";
import { LISTENING, OUTSIDE, podRange } from "./lab.ts";
import { isAllowed } from "./reference.ts";
import { NAMESPACES, namedPortsOf, namespaceLabels, PODS, podLabels } from "./shapes.ts";

export const NODES = ["node-1", "node-2"];

/** Nine pods, every namespace on both nodes. */
export function labPods(): Pod[] {
  const taken = new Map<string, number>();
  return NAMESPACES.flatMap((namespace, row) =>
    PODS.map((name, column) => {
      const node = NODES[(row + column) % 2] ?? "";
      const last = (taken.get(node) ?? 1) + 1;
      taken.set(node, last);
      return {
        namespace,
        name,
        labels: podLabels(name),
        node,
        ips: [podRange(node).replace(/0\/24$/, String(last))],
        hostNetwork: false,
        phase: "Running",
        ports: namedPortsOf(namespace, name),
        since: 0,
      };
    }),
  );
}

export function worldOf(pods: readonly Pod[], policies: World["policies"]): World {
  return { policies, pods, namespaces: NAMESPACES.map((name) => ({ name, labels: namespaceLabels(name) })) };
}

/** Everybody to everybody else on every port and protocol, with what the reference says about it. */
export function tableOf(world: World): Cell[] {
  const parties = [
    ...world.pods.map((pod) => ({ name: `${pod.namespace}/${pod.name}`, ip: pod.ips[0] ?? "", pod })),
    OUTSIDE,
  ];
  const ports = (["TCP", "UDP"] as const).flatMap((protocol) =>
    LISTENING[protocol].map((port) => ({ protocol, port })),
  );
  return parties.flatMap((source) =>
    parties
      .filter((destination) => destination !== source)
      .flatMap((destination) =>
        ports.map(({ protocol, port }) => ({
          from: source.name,
          address: destination.ip,
          port,
          protocol,
          expected: isAllowed(world, { source, destination, port, protocol }),
        })),
      ),
  );
}

/** The cells that came out otherwise, in words; empty when all agree. */
export function differences(cells: readonly Cell[], answered: readonly boolean[]): string[] {
  return cells.flatMap(({ from, address, port, protocol, expected }, index) =>
    answered[index] === expected
      ? []
      : [`${from} to ${address} ${protocol} ${port}: expected ${expected ? "an answer" : "silence"}`],
  );
}
