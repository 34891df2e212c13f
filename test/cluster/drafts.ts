import type { Draft } from "./place.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The shell of BusyBox, which starts at once; `toolbox` has curl and dig besides, `app` answers on port 8080. */
export const images = {
  busybox: "busybox:1.36",
  toolbox: "airworthy.local/toolbox",
  app: "airworthy.local/app",
} as const;

export interface PodDraft {
  readonly image?: string;
  /** A line for `sh -c`; without one the image's own program runs. */
  readonly run?: string | undefined;
  readonly labels?: Readonly<Record<string, string>>;
  /** Further fields of the container and of the pod. */
  readonly container?: Fields;
  readonly spec?: Fields;
}

/** Does nothing and ends at once when told to. */
export const idle = "trap 'exit 0' TERM; while :; do sleep 0.5; done";

export function podSpec({ image = images.busybox, run, container, spec }: PodDraft): Fields {
  const command = run === undefined ? {} : { command: ["sh", "-c", run] };
  return {
    terminationGracePeriodSeconds: 1,
    containers: [{ name: "main", image, ...command, ...container }],
    ...spec,
  };
}

export function pod(name: string, draft: PodDraft = {}): Draft {
  const metadata = { name, labels: { app: name, ...draft.labels } };
  return { apiVersion: "v1", kind: "Pod", metadata, spec: podSpec({ run: idle, ...draft }) };
}

/** A Deployment, DaemonSet or StatefulSet whose pods carry `app=<name>`. */
export function workload(
  kind: "Deployment" | "DaemonSet" | "StatefulSet",
  name: string,
  draft: PodDraft,
  fields: Fields = {},
): Draft {
  const labels = { app: name, ...draft.labels };
  return {
    apiVersion: "apps/v1",
    kind,
    metadata: { name },
    spec: {
      selector: { matchLabels: { app: name } },
      template: { metadata: { labels }, spec: podSpec(draft) },
      ...fields,
    },
  };
}

/** The `app` image with a readiness probe that looks every second. */
export function app(draft: PodDraft = {}): PodDraft {
  return {
    image: images.app,
    run: undefined,
    ...draft,
    container: {
      ports: [{ name: "http", containerPort: 8080 }],
      readinessProbe: { httpGet: { path: "/readyz", port: 8080 }, periodSeconds: 1, timeoutSeconds: 5 },
      ...draft.container,
    },
  };
}

/** A Service named like the pods it stands for. */
export function service(name: string, fields: Fields = {}, selector = name): Draft {
  const ports = [{ name: "http", port: 80, targetPort: 8080 }];
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name },
    spec: { selector: { app: selector }, ports, ...fields },
  };
}
