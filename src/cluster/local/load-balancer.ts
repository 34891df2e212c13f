import { type Client, watch } from "../../kubernetes/index.ts";

/**
 * Gives Services of type LoadBalancer the nodes' own addresses, as k3s does. kube-proxy on every node then takes what
 * arrives there on the Service's port.
 */
export function balanceLoad(
  client: Client,
  addresses: readonly string[],
  signal: AbortSignal,
  onError: (message: string) => void,
): void {
  const loop = async () => {
    for await (const event of watch(client, "/api/v1/services", signal)) {
      if (event.type !== "ADDED" && event.type !== "MODIFIED") continue;
      const { metadata, spec, status } = event.object;
      if (spec.type !== "LoadBalancer" || (status?.loadBalancer?.ingress ?? []).length > 0) continue;
      const path = `/api/v1/namespaces/${metadata.namespace}/services/${metadata.name}/status`;
      const body = { status: { loadBalancer: { ingress: addresses.map((ip) => ({ ip })) } } };
      await client
        .request("PATCH", path, { body, contentType: "application/merge-patch+json", signal })
        .catch((thrown: Error) => {
          if (!signal.aborted) onError(`service ${metadata.name}: ${thrown.message}`);
        });
    }
  };
  loop().catch(() => {}); // `watch` ends only with the signal.
}
