import type { KubeObject } from "../../../kubernetes/index.ts";
import type { NodeSpec } from "../../provider.ts";
import { containersRun, jobsComplete, nodeReady, podsVanish } from "./stages.ts";

const mark = { key: "kwok.x-k8s.io/node", value: "fake" } as const;

/** A node without a machine. Pods land there only if they tolerate its taint, or if the spec gives it other taints. */
export function simulatedNode(node: NodeSpec): KubeObject {
  const resources = {
    cpu: node.capacity?.cpu ?? "32",
    memory: node.capacity?.memory ?? "256Gi",
    pods: String(node.capacity?.pods ?? 110),
  };
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: {
      name: node.name,
      labels: {
        "kubernetes.io/arch": "amd64",
        "kubernetes.io/hostname": node.name,
        "kubernetes.io/os": "linux",
        type: "kwok",
        ...node.labels,
      },
      annotations: { [mark.key]: mark.value, "node.alpha.kubernetes.io/ttl": "0" },
    },
    spec: { taints: node.taints ?? [{ ...mark, effect: "NoSchedule" }] },
    status: { capacity: resources, allocatable: resources },
  };
}

export interface KwokOptions {
  readonly kubeconfig: string;
  /** A file that holds `kwokConfiguration()`. */
  readonly configuration: string;
  /** Where the addresses of pods come from that never listen, such as `10.244.128.1/17`. */
  readonly podRange: string;
}

/** The arguments of the program that keeps simulated nodes Ready. It listens nowhere. */
export function kwokArguments(options: KwokOptions): string[] {
  return [
    `--kubeconfig=${options.kubeconfig}`,
    `--config=${options.configuration}`,
    `--manage-nodes-with-annotation-selector=${mark.key}=${mark.value}`,
    `--cidr=${options.podRange}`,
    "--node-lease-duration-seconds=40",
  ];
}

/** What kwok does to nodes and pods, as the text of its configuration file. */
export function kwokConfiguration(): string {
  return [nodeReady, containersRun, jobsComplete, podsVanish].map((stage) => JSON.stringify(stage)).join("\n---\n");
}
