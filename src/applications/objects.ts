import type { KubeObject } from "../kubernetes/index.ts";
import type { Part } from "./model.ts";

type Fields = Readonly<Record<string, unknown>>;

export function object(
  apiVersion: string,
  kind: string,
  name: string,
  namespace: string | undefined,
  fields: Fields = {},
): KubeObject {
  return { apiVersion, kind, metadata: { name, ...(namespace ? { namespace } : {}) }, ...fields };
}

export function namespace(name: string, labels: Readonly<Record<string, string>> = {}): KubeObject {
  return { apiVersion: "v1", kind: "Namespace", metadata: { name, labels } };
}

export interface Running {
  readonly env?: readonly Fields[];
  readonly args?: readonly string[];
  readonly probe?: Fields;
  readonly resources?: Fields;
  readonly volumes?: readonly Fields[];
  readonly mounts?: readonly Fields[];
  readonly storage?: string;
}

/** The workload of a part, its Service and its account. */
export function workload(part: Part, running: Running): KubeObject[] {
  const { namespace, name, labels } = part;
  const probe = running.probe ?? { httpGet: { path: "/healthz", port: part.targetPort } };
  const container = {
    name: part.container,
    image: part.image,
    ...(running.args ? { args: running.args } : {}),
    ports: [{ containerPort: part.targetPort }],
    env: running.env ?? [],
    readinessProbe: { ...probe, periodSeconds: 1, timeoutSeconds: 2 },
    resources: running.resources ?? { requests: { cpu: "10m", memory: "32Mi" }, limits: { memory: "128Mi" } },
    ...(running.mounts ? { volumeMounts: running.mounts } : {}),
  };
  const template = {
    metadata: { labels },
    spec: {
      serviceAccountName: part.account,
      terminationGracePeriodSeconds: 1,
      containers: [container],
      ...(running.volumes ? { volumes: running.volumes } : {}),
    },
  };
  const stateful = {
    serviceName: name,
    volumeClaimTemplates: [
      {
        metadata: { name: "data" },
        spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: running.storage ?? "64Mi" } } },
      },
    ],
  };
  return [
    object("v1", "ServiceAccount", part.account, namespace),
    object("v1", "Service", name, namespace, {
      spec: { selector: labels, ports: [{ name: "main", port: part.port, targetPort: part.targetPort }] },
    }),
    object("apps/v1", part.kind, name, namespace, {
      spec: {
        replicas: part.replicas,
        selector: { matchLabels: labels },
        template,
        ...(part.kind === "StatefulSet" ? stateful : {}),
      },
    }),
  ];
}

/** A pod that does nothing but be somewhere: what it is asked to call, it calls from there. */
export function client(name: string, namespace: string, labels: Readonly<Record<string, string>>): KubeObject {
  return object("apps/v1", "Deployment", name, namespace, {
    spec: {
      replicas: 1,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          terminationGracePeriodSeconds: 0,
          automountServiceAccountToken: false,
          containers: [
            {
              name: "main",
              image: "airworthy.local/toolbox",
              command: ["sleep", "infinity"],
              resources: { requests: { cpu: "1m", memory: "8Mi" } },
            },
          ],
        },
      },
    },
  });
}

/** Lets only these pods of the same namespace reach a part. */
export function onlyFrom(part: Part, callers: readonly Part[]): KubeObject {
  return object("networking.k8s.io/v1", "NetworkPolicy", `${part.name}-callers`, part.namespace, {
    spec: {
      podSelector: { matchLabels: part.labels },
      policyTypes: ["Ingress"],
      ingress: [
        {
          from: callers.map(({ labels }) => ({ podSelector: { matchLabels: labels } })),
          ports: [{ port: part.targetPort, protocol: "TCP" }],
        },
      ],
    },
  });
}

/** Works at night and is gone by day. A failure is a failure: nothing is tried twice. */
export function nightly(
  name: string,
  namespace: string,
  schedule: string,
  container: Fields & { readonly name: string },
): KubeObject {
  return object("batch/v1", "CronJob", name, namespace, {
    spec: {
      schedule,
      suspend: false,
      concurrencyPolicy: "Forbid",
      successfulJobsHistoryLimit: 1,
      failedJobsHistoryLimit: 1,
      jobTemplate: {
        spec: {
          backoffLimit: 0,
          activeDeadlineSeconds: 60,
          template: {
            metadata: { labels: { app: name } },
            spec: {
              restartPolicy: "Never",
              terminationGracePeriodSeconds: 1,
              automountServiceAccountToken: false,
              containers: [{ resources: { requests: { cpu: "10m", memory: "16Mi" } }, ...container }],
            },
          },
        },
      },
    },
  });
}
