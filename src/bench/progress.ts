import type { Write } from "../audit/index.ts";
import type { KubeObject } from "../kubernetes/index.ts";

/** How long what was written may take to arrive where it is read: a mounted ConfigMap, a server's reload. */
const spreadMs = 30_000;
/** How long names are remembered where they are asked for, and a little more. */
const rememberedMs = 40_000;
/** Containers that run are given this long to say that they are ready. */
const startingMs = 20_000;
/** After this the kubelet has tried again to start what could not be started. */
const retriedMs = 15_000;

/**
 * What is still on its way, in words. Where nothing is, waiting changes nothing: a verdict can be given. In doubt
 * something is.
 */
export function underway(
  objects: Readonly<Record<string, KubeObject>>,
  pods: readonly KubeObject[],
  writes: readonly Write[],
  now: number,
): string[] {
  const done = writes.filter(({ allowed }) => allowed);
  const last = Math.max(0, ...done.map(({ time }) => Date.parse(time)));
  return [
    ...Object.values(objects)
      .filter(({ metadata, status }) => (status?.observedGeneration ?? metadata.generation) !== metadata.generation)
      .map(({ kind, metadata }) => `${kind} ${metadata.name} has not been looked at by its controller`),
    ...pods.flatMap((pod) => motionOf(pod, last, now).map((what) => `pod ${pod.metadata.name} ${what}`)),
    ...done
      .filter((write) => now - Date.parse(write.time) < arrivalMs(write))
      .map(({ resource, name }) => `${resource} ${name} spreads`),
  ];
}

function arrivalMs({ resource, changed }: Write): number {
  if (resource === "configmaps" || resource === "secrets") return spreadMs;
  const isAnswer = changed.some(({ path }) => /^spec\.(type|externalName|clusterIPs?)\b/.test(path));
  return resource === "services" && isAnswer ? rememberedMs : 0;
}

interface ContainerStatus {
  readonly ready?: boolean;
  readonly state?: {
    readonly waiting?: { readonly reason?: string };
    readonly running?: { readonly startedAt: string };
    readonly terminated?: { readonly finishedAt?: string };
  };
  readonly lastState?: { readonly terminated?: { readonly finishedAt?: string } };
}

function motionOf({ metadata, status, spec }: KubeObject, lastWrite: number, now: number): string[] {
  if (metadata.deletionTimestamp !== undefined) return ["is ending"];
  const phase = status?.phase;
  if (phase === "Succeeded" || phase === "Failed") return [];
  if (spec.nodeName === undefined) {
    const looked = (status?.conditions ?? []).some(({ type }: { type: string }) => type === "PodScheduled");
    return looked && now - lastWrite > retriedMs ? [] : ["has no node yet"];
  }
  const containers = [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])];
  if (containers.length === 0) return ["is starting"];
  return (containers as ContainerStatus[]).flatMap((container) => containerMotion(container, lastWrite, now));
}

function containerMotion({ ready, state, lastState }: ContainerStatus, lastWrite: number, now: number): string[] {
  const { waiting, running, terminated } = state ?? {};
  if (running) return ready || now - Date.parse(running.startedAt) > startingMs ? [] : ["is getting ready"];
  if (terminated) return [];
  const ended = lastState?.terminated?.finishedAt;
  // It will be started again, under other circumstances than when it last failed.
  if (ended !== undefined) return Date.parse(ended) <= lastWrite ? ["is to be started again"] : [];
  const stuck = ["ErrImagePull", "ImagePullBackOff", "InvalidImageName", "ErrImageNeverPull"];
  if (stuck.includes(waiting?.reason ?? "")) return now - lastWrite > retriedMs ? [] : ["may find its image"];
  if (/Error$/.test(waiting?.reason ?? "")) return now - lastWrite > retriedMs ? [] : ["is to be tried again"];
  return ["is starting"];
}
