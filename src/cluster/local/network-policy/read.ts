import type { KubeObject } from "../../../kubernetes/index.ts";
import type { NamedPort, Namespace, Pod, Policy, PolicySpec } from "./model.ts";

interface Container {
  readonly restartPolicy?: string;
  readonly ports?: readonly { readonly name?: string; readonly protocol?: string; readonly containerPort: number }[];
}

/** An address that the node's CNI plugin told us before the API could. */
export interface Announcement {
  readonly ip: string;
  readonly at: number;
}

export function readPod(object: KubeObject, announced: Announcement | undefined): Pod {
  const { spec = {}, status = {}, metadata } = object;
  const reported = ((status.podIPs ?? []) as { ip?: string }[]).flatMap(({ ip }) => (ip ? [ip] : []));
  if (reported.length === 0 && status.podIP) reported.push(status.podIP as string);
  return {
    namespace: metadata.namespace ?? "",
    name: metadata.name,
    labels: metadata.labels ?? {},
    node: (spec.nodeName as string | undefined) ?? "",
    // After a new sandbox the status holds the old address for a while: both count until it catches up.
    ips: announced && !reported.includes(announced.ip) ? [announced.ip, ...reported] : reported,
    hostNetwork: spec.hostNetwork === true,
    phase: (status.phase as string | undefined) ?? "Pending",
    ports: namedPortsOf(spec),
    since: announced?.at ?? (Date.parse(String(metadata.creationTimestamp ?? "")) || 0),
  };
}

function namedPortsOf(spec: { containers?: Container[]; initContainers?: Container[] }): NamedPort[] {
  // An init container that keeps running beside the others, a sidecar, serves ports like them.
  const sidecars = (spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === "Always");
  return [...(spec.containers ?? []), ...sidecars].flatMap(({ ports = [] }) =>
    ports.flatMap(({ name, protocol = "TCP", containerPort }) =>
      name === undefined ? [] : [{ name, protocol, port: containerPort }],
    ),
  );
}

export function readNamespace({ metadata }: KubeObject): Namespace {
  return { name: metadata.name, labels: metadata.labels ?? {} };
}

export function readPolicy({ metadata, spec }: KubeObject): Policy {
  return { namespace: metadata.namespace ?? "", name: metadata.name, spec: (spec ?? {}) as PolicySpec };
}
