import type { Client } from "../../kubernetes/index.ts";
import { ClusterProblem } from "../problem.ts";
import type { ClusterSpec } from "../provider.ts";
import type { Probed } from "./capabilities.ts";

/** A cluster that exists is as it is: refuses a spec that asks for something it does not have. */
export async function refuseUnmet(
  client: Client,
  spec: ClusterSpec,
  { capabilities, missing }: Probed,
  signal: AbortSignal,
): Promise<void> {
  const faults: string[] = [];
  for (const [at, node] of spec.nodes.entries()) {
    for (const field of ["labels", "taints", "capacity", "simulated"] as const) {
      if (node[field]) faults.push(`nodes[${at}].${field}: the nodes of an existing cluster are not ours to change`);
    }
  }
  if (spec.nodes.length > 1) {
    const { length } = (await client.list("/api/v1/nodes", signal)).items;
    if (length < spec.nodes.length) faults.push(`nodes: expected ${spec.nodes.length}, the cluster has ${length}`);
  }
  for (const addon of spec.addons) {
    const needed = addon === "ingress" ? "ingress" : "metrics";
    if (!capabilities.has(needed)) faults.push(`addons: ${addon}: ${missing.get(needed)}`);
  }
  if (spec.profile === "k3s" && !(await client.find("/apis/storage.k8s.io/v1/storageclasses/local-path", signal))) {
    faults.push("profile: k3s: no StorageClass local-path");
  }
  if (faults.length === 0) return;
  throw new ClusterProblem("NOT_SUPPORTED", faults.join("\n"), {
    hint: "use --provider local, or ask for what the cluster has",
  });
}
