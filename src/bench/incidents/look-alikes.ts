import type { Blueprint, Part } from "../../applications/index.ts";
import type { NodeSpec } from "../../cluster/index.ts";
import type { Change } from "../../faults/index.ts";
import type { KubeObject } from "../../kubernetes/index.ts";
import { BenchProblem } from "../problem.ts";

/** Something that wakes somebody up and is none of the things that are wrong: it was meant, or it passes by itself. */
export interface LookAlike {
  /** What it raises, or else it looks like nothing. */
  readonly alert: string;
  /** What the cluster must be like. */
  readonly nodes?: readonly NodeSpec[];
  changes(part: Part, blueprint: Blueprint, now: Date): Change[];
}

const spare = "node-2";
const toolbox = "airworthy.local/toolbox";
const resources = { requests: { cpu: "10m", memory: "16Mi" } };

export const lookAlikes = {
  /** A release that takes one pod after the other, each of which needs a while; the others serve. */
  "slow-release": {
    alert: "WorkloadUnavailable",
    changes: (part) => [
      releaseOf(part, { replicas: part.replicas, strategy: rolling({ maxUnavailable: 1, maxSurge: 0 }) }),
    ],
  },
  /** Another team's service, which gives up until what it needs is there, and then runs. */
  restart: {
    alert: "ContainerRestarting",
    changes: (_, { variant, namespaces: { other } }) => {
      const name = variant.word("settling", ["importer", "indexer", "forwarder", "translator"]);
      const tries = 'n=$(cat /state/tries 2>/dev/null || echo 0); echo $((n + 1)) > /state/tries; [ "$n" -ge 2 ]';
      const give = `{ echo "ERROR ${name}: no lease on its queue yet, will start again"; exit 1; }`;
      const container = {
        command: ["sh", "-c", `${tries} || ${give}; echo "INFO ${name}: lease taken"; exec sleep infinity`],
        volumeMounts: [{ name: "state", mountPath: "/state" }],
      };
      const spec = { volumes: [{ name: "state", emptyDir: {} }], containers: [containerOf(container)] };
      const labels = { app: name };
      const template = { metadata: { labels }, spec: { ...spec, terminationGracePeriodSeconds: 0 } };
      return [
        applied("apps/v1", "Deployment", other, name, { replicas: 1, selector: { matchLabels: labels }, template }),
      ];
    },
  },
  /** Fails at its first try, as it may, and has done its work at the second. */
  "retried-job": {
    alert: "JobFailed",
    changes: (_, { variant, namespaces: { other } }, now) => {
      const name = variant.word("retried", ["export", "cleanup", "reindex", "digest"]);
      const free = Math.ceil(now.getTime() / 1_000) + 8;
      const script = `[ $(date +%s) -ge ${free} ] || { echo "ERROR ${name}: somebody else holds the lock"; exit 1; }`;
      const container = containerOf({ command: ["sh", "-c", `${script}; echo "INFO ${name}: done"`] });
      return [jobOf(other, name, { backoffLimit: 4 }, container)];
    },
  },
  /** Somebody asks a service that computes for much at once, and then no more. */
  "load-spike": {
    alert: "HighLatency",
    changes: (part, { variant, namespaces: { other }, journeys }) => {
      const name = variant.word("spike", ["month-end", "crawler", "audit-run", "comparison"]);
      const url = journeys.find((each) => each.name === part.journey)?.url ?? "";
      const ask = `while [ $(date +%s) -lt $end ]; do curl -s -m 9 -o /dev/null '${url}'; done`;
      const script = `end=$(($(date +%s) + 25)); for i in $(seq 18); do (${ask}) & done; wait`;
      return [jobOf(other, name, { backoffLimit: 0 }, containerOf({ command: ["sh", "-c", script] }))];
    },
  },
  /** A claim that nobody uses yet: its volume is made for the first who does. */
  "spare-claim": {
    alert: "ClaimPending",
    changes: ({ namespace }, { variant }) => {
      const name = variant.word("claim", ["next-release-cache", "import-scratch", "restore-drill", "uploads-next"]);
      const spec = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "64Mi" } } };
      return [applied("v1", "PersistentVolumeClaim", namespace, name, spec)];
    },
  },
  /** A node is emptied for its maintenance. Its pods begin elsewhere, which takes them a while; others serve meanwhile. */
  drain: {
    alert: "WorkloadUnavailable",
    // The second is free until pods are sent there, so that no volume is bound to it.
    nodes: [{ name: "node-1" }, { name: spare, taints: [{ key: "reserved", effect: "NoSchedule" }] }],
    changes: (part, { variant }) => {
      const on = { apiVersion: "v1", kind: "Node", name: spare };
      const maintenance = `change ${variant.number("maintenance", 1000, 9999)}: new kernel, planned, back this evening`;
      const spread = {
        ...{ maxSkew: 1, topologyKey: "kubernetes.io/hostname", whenUnsatisfiable: "ScheduleAnyway" },
        labelSelector: { matchLabels: part.labels },
      };
      return [
        { is: "patch", on, body: { spec: { taints: null } }, type: "merge" },
        releaseOf(
          part,
          { replicas: part.replicas + 1, strategy: rolling({ maxUnavailable: 0, maxSurge: "100%" }) },
          { topologySpreadConstraints: [spread] },
        ),
        { is: "await rollout", on: workloadOf(part) },
        {
          ...{ is: "patch", on, type: "merge" },
          body: {
            metadata: { annotations: { maintenance } },
            spec: { unschedulable: true, taints: [{ key: "maintenance", effect: "NoExecute" }] },
          },
        },
      ];
    },
  },
} as const satisfies Readonly<Record<string, LookAlike>>;

export function workloadOf({ kind, namespace, name }: Part) {
  return { apiVersion: "apps/v1", kind, namespace, name };
}

/** Pods of this version say for a while that they are not ready. One pod alone would leave users with nobody. */
function releaseOf(part: Part, spec: object, pod: object = {}): Change {
  if (part.replicas < 2)
    throw new BenchProblem("BAD_RECIPE", `${part.role} has one pod: to replace it is no small matter`);
  const container = { name: part.container, readinessProbe: { initialDelaySeconds: 16 } };
  const template = { spec: { containers: [container], ...pod } };
  return { is: "patch", on: workloadOf(part), body: { spec: { ...spec, template } } };
}

function rolling(rollingUpdate: object) {
  return { type: "RollingUpdate", rollingUpdate };
}

function containerOf(more: object) {
  return { name: "main", image: toolbox, resources, ...more };
}

function jobOf(namespace: string, name: string, spec: object, container: object): Change {
  const pod = { restartPolicy: "Never", terminationGracePeriodSeconds: 0, containers: [container] };
  const template = { metadata: { labels: { app: name } }, spec: pod };
  return applied("batch/v1", "Job", namespace, name, { ...spec, template });
}

function applied(apiVersion: string, kind: string, namespace: string, name: string, spec: object): Change {
  const object: KubeObject = { apiVersion, kind, metadata: { namespace, name }, spec };
  return { is: "apply", object };
}
