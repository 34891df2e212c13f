import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster } from "../cluster/index.ts";
import type { KubeObject } from "../kubernetes/index.ts";
import type { Plan } from "../task/index.ts";
import { podsOf, type Stock, stockOf } from "./observe.ts";

/** What was broken for somebody who did nothing, and how. */
const broken = new WeakMap<Cluster, string>();

/** From here on it is broken by this plan, and nothing has become of it. */
export function leaveBroken(cluster: Cluster, plan: Plan): void {
  broken.set(cluster, howBroken(plan));
}

/** Whether it is broken by this plan already. Only once: whoever asks goes on to work in it. */
export function takeBroken(cluster: Cluster, plan: Plan): boolean {
  const found = broken.get(cluster);
  broken.delete(cluster);
  return found === howBroken(plan);
}

function howBroken({ blueprint, injections }: Plan): string {
  return JSON.stringify([blueprint.objects, injections]);
}

/** Everything that is in a cluster, each in its present version. */
export interface Picture {
  readonly versions: string;
  /** Whether something has failed and is started again after ever longer times: what looks quiet only waits. */
  readonly fails: boolean;
}

/** Nodes are left out, for they always say that they live. */
export async function pictureOf(cluster: Cluster, stock: Stock, signal: AbortSignal): Promise<Picture> {
  const pods = await podsOf(cluster, signal);
  const objects = [...Object.values(stock), ...pods].filter(({ kind }) => kind !== "Node");
  const versions = objects.map(({ metadata }) => `${metadata.uid} ${metadata.resourceVersion}`).sort();
  return { versions: versions.join("\n"), fails: pods.some(isFailing) };
}

const quietMs = 1_500;
const mostLooks = 3;

/** Whether a cluster is as it was, or soon comes to rest, so that whoever comes later finds what is found now. */
export async function isAtRest(cluster: Cluster, before: Picture, after: Stock, signal: AbortSignal): Promise<boolean> {
  let earlier = before;
  let now = await pictureOf(cluster, after, signal);
  for (let look = 0; look < mostLooks && now.versions !== earlier.versions && !now.fails; look += 1) {
    await sleep(quietMs, undefined, { signal });
    earlier = now;
    now = await pictureOf(cluster, await stockOf(cluster, signal), signal);
  }
  return now.versions === earlier.versions && !now.fails;
}

function isFailing({ status }: KubeObject): boolean {
  const containers = [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])];
  return containers.some(({ ready, restartCount }) => !ready && restartCount > 0);
}
