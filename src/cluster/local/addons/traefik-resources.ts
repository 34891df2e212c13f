import type { KubeObject } from "../../../kubernetes/index.ts";

const kinds = [
  "IngressRoute",
  "IngressRouteTCP",
  "IngressRouteUDP",
  "Middleware",
  "MiddlewareTCP",
  "ServersTransport",
  "ServersTransportTCP",
  "TLSOption",
  "TLSStore",
  "TraefikService",
] as const;

/**
 * The kinds that traefik adds to a cluster. Its own definitions describe every field; these take any field, and traefik
 * says in its log what it does not understand.
 */
export function traefikResources(): KubeObject[] {
  return kinds.map((kind) => {
    const singular = kind.toLowerCase();
    const plural = `${singular}s`;
    return {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: `${plural}.traefik.io` },
      spec: {
        group: "traefik.io",
        names: { kind, listKind: `${kind}List`, plural, singular },
        scope: "Namespaced",
        versions: [
          {
            name: "v1alpha1",
            served: true,
            storage: true,
            schema: {
              openAPIV3Schema: {
                type: "object",
                required: ["metadata", "spec"],
                properties: {
                  apiVersion: { type: "string" },
                  kind: { type: "string" },
                  metadata: { type: "object" },
                  spec: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
                },
              },
            },
          },
        ],
      },
    };
  });
}
