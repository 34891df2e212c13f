import { join } from "node:path";
import { type Binaries, createRegistry } from "../../images/index.ts";
import { pathOf } from "../../kubernetes/index.ts";
import type { Report } from "../../process/index.ts";
import type { Running } from "./boot.ts";
import { balanceLoad } from "./load-balancer.ts";
import { enforce, serveAnnouncements } from "./network-policy/index.ts";
import { announcementSocket } from "./node.ts";
import type { ClusterPaths } from "./paths.ts";
import { provisioners, provisionVolumes, volumeDirectories } from "./storage.ts";

export interface ServicesInput {
  readonly running: Running;
  readonly paths: ClusterPaths;
  readonly report: Report;
  readonly signal: AbortSignal;
}

/** Serves images on the socket that leads into the machines. Before any pod starts. */
export async function serveImages(
  { paths, report, signal }: Omit<ServicesInput, "running">,
  binaries: Binaries,
): Promise<AsyncDisposable> {
  const upstream = process.env.AIRWORTHY_REGISTRIES === "upstream";
  const registry = createRegistry({ binaries, upstream, report, signal });
  await registry.listen(paths.registrySocket);
  return registry;
}

/** What a cluster's owner does for it as long as it lives: network policies, volumes, load balancers. */
export async function startServices({ running, paths, report, signal }: ServicesInput): Promise<void> {
  const { client, plan, nodes } = running;
  const enforcement = enforce({
    client,
    nodes: nodes.map((machine, index) => ({
      name: machine.name,
      podRange: plan.nodes[index]?.podRange ?? "",
      apply: async (script: string) => void (await machine.run("nft", ["-f", "-"], { input: script })),
    })),
    signal,
    report,
  });
  await serveAnnouncements({ socketPath: join(paths.announcements, announcementSocket), enforcement, signal, report });
  provisionVolumes({
    client,
    nodes,
    provisioner: provisioners[plan.spec.profile],
    directory: volumeDirectories[plan.spec.profile],
    signal,
    onError: (note) => report({ step: "provide a volume", state: "failed", note }),
  });
  balanceLoad(
    plan.nodes.map((node) => node.address),
    { client, signal, onError: (note) => report({ step: "balance load", state: "failed", note }) },
  );
}

/** What the plan fixes of a node but its kubelet may not say of itself. */
export async function completeNodes({ client, plan }: Running, signal: AbortSignal): Promise<void> {
  for (const node of plan.nodes) {
    const path = pathOf({ apiVersion: "v1", kind: "Node", metadata: { name: node.name } });
    const body = {
      metadata: { labels: node.labels ?? {} },
      spec: { podCIDR: node.podRange, podCIDRs: [node.podRange] },
    };
    await client.request("PATCH", path, { body, contentType: "application/merge-patch+json", signal });
  }
}
