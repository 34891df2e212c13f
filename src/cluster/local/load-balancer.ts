import { type FollowOptions, follow } from "./follow.ts";

/**
 * Gives Services of type LoadBalancer the nodes' own addresses, as k3s does. kube-proxy on every node then takes what
 * arrives there on the Service's port.
 */
export function balanceLoad(addresses: readonly string[], options: FollowOptions): void {
  const { client, signal } = options;
  follow("/api/v1/services", options, async ({ metadata, spec, status }) => {
    if (spec.type !== "LoadBalancer" || (status?.loadBalancer?.ingress ?? []).length > 0) return;
    const path = `/api/v1/namespaces/${metadata.namespace}/services/${metadata.name}/status`;
    const body = { status: { loadBalancer: { ingress: addresses.map((ip) => ({ ip })) } } };
    await client.request("PATCH", path, { body, contentType: "application/merge-patch+json", signal });
  });
}
