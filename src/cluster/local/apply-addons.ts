import { type Client, type KubeObject, pathOf } from "../../kubernetes/index.ts";
import type { ClusterSpec } from "../provider.ts";
import { objects } from "./addons/index.ts";
import type { Daemons } from "./daemons.ts";
import { type Plan, planCluster } from "./plan.ts";
import { waitForDeployment } from "./ready.ts";
import { provisioners } from "./storage.ts";

function addonObjects(plan: Plan): KubeObject[] {
  const { profile, addons } = plan.spec;
  const { dnsAddress, nodes } = plan;
  return objects(profile, addons, { dnsAddress, nodes, provisioner: provisioners[profile] });
}

/** References of the images that a cluster's own pods use. */
export function addonImages(spec: ClusterSpec): string[] {
  const images = addonObjects(planCluster(spec)).flatMap((object) =>
    ((object.spec?.template?.spec?.containers ?? []) as { image: string }[]).map(({ image }) => image),
  );
  return [...new Set(images)];
}

export async function applyAddons(client: Client, plan: Plan, signal: AbortSignal): Promise<void> {
  for (const object of addonObjects(plan)) {
    await client.apply(pathOf(object), object, signal);
  }
}

export async function waitForAddons(client: Client, plan: Plan, daemons: Daemons, signal: AbortSignal): Promise<void> {
  const deployments = addonObjects(plan).filter((object) => object.kind === "Deployment");
  await Promise.all(deployments.map((deployment) => waitForDeployment(deployment, client, daemons, signal)));
}
