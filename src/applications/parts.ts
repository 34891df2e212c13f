import type { KubeObject } from "../kubernetes/index.ts";
import type { Journey, Part, Place } from "./model.ts";
import { object, type Running, workload } from "./objects.ts";
import type { Variant } from "./variant.ts";

const app = "airworthy.local/app";

/** A part with ports of its own, played by the application image unless said otherwise. What is stateful holds data. */
export function partOf(
  variant: Variant,
  { role, namespace, name, journey }: Pick<Part, "role" | "namespace" | "name" | "journey">,
  more: Partial<Part> = {},
): Part {
  return {
    role,
    kind: "Deployment",
    namespace,
    name,
    container: "main",
    port: variant.number(`${role} port`, 80, 99),
    targetPort: variant.number(`${role} target`, 8001, 8099),
    replicas: 1,
    labels: { app: name, tier: more.kind === "StatefulSet" ? "data" : "service" },
    image: app,
    account: name,
    config: undefined,
    secret: undefined,
    claim: undefined,
    journey,
    ...more,
  };
}

/** Another team's service, which has no part in what happens. */
export function neighbour(variant: Variant, namespace: string, name: string, journey: string): Part {
  const replicas = variant.number(name, 1, 2);
  const ports = { port: 80, targetPort: 8080 };
  return partOf(
    variant,
    { role: "neighbour", namespace, name, journey },
    { ...ports, replicas, labels: { app: name } },
  );
}

export function urlOf(part: Part, path: string): string {
  return `http://${part.name}.${part.namespace}.svc.cluster.local:${part.port}${path}`;
}

/** Makes journeys that begin there. */
export function callsFrom(from: Place) {
  return (name: string, to: Part, path: string, expect: Journey["expect"]): Journey => ({
    name,
    from,
    url: urlOf(to, path),
    method: "GET",
    expect,
  });
}

/** What the application image asks of its environment. */
export function settings(part: Part) {
  return [
    { name: "SERVICE", value: part.name },
    { name: "PORT", value: String(part.targetPort) },
  ];
}

/** A part that keeps what it is given in Redis, and the login that others need for it. */
export function redis(part: Part, password: string): { readonly login: KubeObject; readonly objects: KubeObject[] } {
  const running: Running = {
    env: [fromSecret(part, "PASSWORD", "password")],
    args: ["--port", String(part.targetPort), "--requirepass", "$(PASSWORD)", "--appendonly", "yes"],
    probe: { tcpSocket: { port: part.targetPort } },
    mounts: [{ name: "data", mountPath: "/data" }],
  };
  const stringData = { password, url: `redis://:${password}@${part.name}:${part.port}` };
  return {
    login: object("v1", "Secret", part.secret ?? "", part.namespace, { stringData }),
    objects: workload(part, running),
  };
}

/** A variable with what stands under a key of a part's login. */
export function fromSecret(part: Part, name: string, key: string) {
  return { name, valueFrom: { secretKeyRef: { name: part.secret, key } } };
}

/** The same for settings. */
export function fromConfig(part: Part, ...keys: readonly string[]) {
  return keys.map((key) => ({ name: key, valueFrom: { configMapKeyRef: { name: part.config, key } } }));
}

/** The next release, in a namespace with almost the same name: not what anybody complains about. */
export function nextRelease(part: Part, namespace: string): KubeObject[] {
  const env = [
    { name: "PORT", value: String(part.targetPort) },
    { name: "MESSAGE", value: "next release" },
  ];
  return workload({ ...part, namespace, replicas: 1 }, { env });
}

/** One pod of it stays, whatever else is moved. */
export function budgetOf(part: Part): KubeObject {
  return object("policy/v1", "PodDisruptionBudget", part.name, part.namespace, {
    spec: { minAvailable: 1, selector: { matchLabels: part.labels } },
  });
}
