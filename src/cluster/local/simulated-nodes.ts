import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { obtain } from "../../toolchain/index.ts";
import type { CreateOptions } from "../provider.ts";
import { kwokArguments, kwokConfiguration, simulatedNode } from "./addons/index.ts";
import type { Running } from "./boot.ts";
import type { ClusterPaths } from "./paths.ts";

/** Adds the nodes that run nothing, and the kwok that plays them. Nothing of it is there unless the spec asks for it. */
export async function simulateNodes(
  { client, control, daemons, plan }: Running,
  paths: ClusterPaths,
  { report, signal }: CreateOptions,
): Promise<void> {
  const nodes = plan.spec.nodes.filter((node) => node.simulated);
  if (nodes.length === 0) return;
  const kwok = await obtain("kwok", { report, signal });
  const configuration = join(paths.directory, "kwok.yaml");
  await writeFile(configuration, kwokConfiguration());
  const args = kwokArguments({ kubeconfig: paths.kubeconfig, configuration, podRange: plan.simulatedPodRange });
  await daemons.startOnHost("kwok", control, [join(kwok.directory, "kwok"), ...args]);
  for (const node of nodes) await client.create("/api/v1/nodes", simulatedNode(node), signal);
}
