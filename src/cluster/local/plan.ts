import type { ClusterSpec, NodeSpec } from "../provider.ts";

/** Every address of a cluster. The same in each cluster: they never meet. */
export interface Plan {
  readonly spec: ClusterSpec;
  readonly nodes: readonly PlannedNode[];
  readonly control: { readonly address: string; readonly prefix: number };
  readonly apiPort: number;
  readonly registryPort: number;
  readonly podRange: string;
  /** The upper half of the pods' range, for pods that only seem to run. */
  readonly simulatedPodRange: string;
  readonly serviceRange: string;
  readonly apiServiceAddress: string;
  readonly dnsAddress: string;
}

export interface PlannedNode extends NodeSpec {
  readonly address: string;
  readonly podRange: string;
}

/** The ranges people know: kubeadm's, and k3s's for its profile. */
const ranges = {
  plain: { pods: "10.244", services: "10.96" },
  k3s: { pods: "10.42", services: "10.43" },
} as const;

const network = "172.30.0";

export function planCluster(spec: ClusterSpec): Plan {
  const { pods, services } = ranges[spec.profile];
  return {
    spec,
    nodes: spec.nodes
      .filter((node) => !node.simulated)
      .map((node, index) => ({ ...node, address: `${network}.${index + 11}`, podRange: `${pods}.${index}.0/24` })),
    control: { address: `${network}.1`, prefix: 24 },
    apiPort: 6443,
    registryPort: 5000,
    podRange: `${pods}.0.0/16`,
    simulatedPodRange: `${pods}.128.1/17`,
    serviceRange: `${services}.0.0/16`,
    apiServiceAddress: `${services}.0.1`,
    dnsAddress: `${services}.0.10`,
  };
}
