import type { KubeObject } from "../../kubernetes/index.ts";
import type { Moment, Span } from "./model.ts";

/** What was there at a moment, and what led to it. */
export interface Situation {
  readonly time: Moment;
  readonly objects: readonly KubeObject[];
  /** Of the window and of twice as long before, so that a rule can tell what changed. */
  readonly spans: readonly Span[];
  readonly windowMs: number;
  /** Restarts of a container as they were a window ago, by pod and container. */
  readonly restartsBefore: ReadonlyMap<string, number>;
}

/** A figure about one thing, named by labels. */
export interface Signal {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
  /** How many cases it rests on. */
  readonly count: number;
}

type Measure = (situation: Situation) => Signal[];

const measures = {
  "error-share": ({ spans, time, windowMs }) =>
    byService(spans, time - windowMs).map(([labels, recent]) => ({
      labels,
      value: recent.filter(({ isError }) => isError).length / recent.length,
      count: recent.length,
    })),
  "latency-p95-ms": ({ spans, time, windowMs }) =>
    byService(spans, time - windowMs).map(([labels, recent]) => {
      const sorted = recent.map(({ duration }) => duration / 1e6).sort((a, b) => a - b);
      return { labels, value: sorted[Math.floor(0.95 * (sorted.length - 1))] ?? 0, count: recent.length };
    }),
  /** Of services that were asked in the window before: how many requests fewer, where there are none now. */
  silence: ({ spans, time, windowMs }) => {
    const now = new Set(byService(spans, time - windowMs).map(([labels]) => JSON.stringify(labels)));
    return byService(spans, time - 3 * windowMs)
      .filter(([labels]) => !now.has(JSON.stringify(labels)))
      .map(([labels, before]) => ({ labels, value: before.length, count: before.length }));
  },
  "replicas-missing": ({ objects }) =>
    objects.flatMap((object) => {
      const { kind, spec, status } = object;
      if (kind === "DaemonSet") {
        return one(object, (status?.desiredNumberScheduled ?? 0) - (status?.numberReady ?? 0));
      }
      if (kind !== "Deployment" && kind !== "StatefulSet") return [];
      return one(object, (spec?.replicas ?? 1) - (status?.readyReplicas ?? 0));
    }),
  restarts: ({ objects, restartsBefore }) =>
    eachContainer(objects).map(({ pod, status }) => {
      const before = restartsBefore.get(`${pod.metadata.uid}/${status.name}`) ?? 0;
      return {
        labels: { ...labelsOf(pod), container: status.name },
        value: (status.restartCount ?? 0) - before,
        count: 1,
      };
    }),
  "container-waiting": ({ objects }) =>
    eachContainer(objects).flatMap(({ pod, status }) => {
      const reason = status.state?.waiting?.reason;
      if (reason === undefined || reason === "ContainerCreating" || reason === "PodInitializing") return [];
      return [{ labels: { ...labelsOf(pod), container: status.name, reason }, value: 1, count: 1 }];
    }),
  "out-of-memory": ({ objects, time, windowMs }) =>
    eachContainer(objects).flatMap(({ pod, status }) => {
      const ends = [status.state?.terminated, status.lastState?.terminated].filter(
        (end) => end?.reason === "OOMKilled" && Date.parse(end.finishedAt ?? "") >= time - windowMs,
      );
      return ends.length === 0 ? [] : [{ labels: { ...labelsOf(pod), container: status.name }, value: 1, count: 1 }];
    }),
  "pod-pending": ({ objects }) =>
    objects.flatMap((object) => (object.kind === "Pod" && object.status?.phase === "Pending" ? one(object, 1) : [])),
  "claim-pending": ({ objects }) =>
    objects.flatMap((object) =>
      object.kind === "PersistentVolumeClaim" && object.status?.phase === "Pending" ? one(object, 1) : [],
    ),
  "job-failed": ({ objects }) =>
    objects.flatMap((object) => (object.kind === "Job" ? one(object, object.status?.failed ?? 0) : [])),
  "node-unready": ({ objects }) =>
    objects.flatMap((object) => {
      if (object.kind !== "Node") return [];
      const ready = (object.status?.conditions ?? []).find(({ type }: { type: string }) => type === "Ready");
      return one(object, ready?.status === "True" ? 0 : 1);
    }),
  "deletion-seconds": ({ objects, time }) =>
    objects.flatMap((object) => {
      const since = object.metadata.deletionTimestamp;
      return since === undefined ? [] : one(object, (time - Date.parse(since)) / 1_000);
    }),
} as const satisfies Readonly<Record<string, Measure>>;

export type SignalName = keyof typeof measures;

export const signalNames = Object.keys(measures) as readonly SignalName[];

export function measured(name: SignalName, situation: Situation): Signal[] {
  return measures[name](situation);
}

interface ContainerStatus {
  readonly name: string;
  readonly restartCount?: number;
  readonly state?: State;
  readonly lastState?: State;
}

interface State {
  readonly waiting?: { readonly reason?: string };
  readonly terminated?: { readonly reason?: string; readonly finishedAt?: string };
}

/** Containers of all pods, those that begin a pod included. */
export function eachContainer(objects: readonly KubeObject[]): { pod: KubeObject; status: ContainerStatus }[] {
  return objects
    .filter(({ kind }) => kind === "Pod")
    .flatMap((pod) =>
      [...(pod.status?.initContainerStatuses ?? []), ...(pod.status?.containerStatuses ?? [])].map(
        (status: ContainerStatus) => ({ pod, status }),
      ),
    );
}

function one(object: KubeObject, value: number): Signal[] {
  return [{ labels: labelsOf(object), value, count: 1 }];
}

/** `namespace` and the kind as a label: `{"namespace": "shop", "deployment": "cart"}`. */
function labelsOf({ kind, metadata: { name, namespace } }: KubeObject): Record<string, string> {
  return { ...(namespace === undefined ? {} : { namespace }), [kind.toLowerCase()]: name };
}

/** Requests that services answered, and those of users, which nobody else counts. */
function byService(spans: readonly Span[], since: Moment): [Record<string, string>, Span[]][] {
  const recent = spans.filter(({ time, kind, parent }) => time >= since && (kind === "server" || parent === undefined));
  return [...Map.groupBy(recent, ({ namespace, service }) => `${namespace ?? ""}/${service}`).values()].map((all) => {
    const { namespace, service = "" } = all[0] ?? {};
    return [{ ...(namespace === undefined ? {} : { namespace }), service }, all];
  });
}
