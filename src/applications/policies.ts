import type { KubeObject } from "../kubernetes/index.ts";
import type { Part } from "./model.ts";
import { object } from "./objects.ts";

type Fields = Readonly<Record<string, unknown>>;

export function policy(name: string, namespace: string, spec: Fields): KubeObject {
  return object("networking.k8s.io/v1", "NetworkPolicy", name, namespace, { spec });
}

/** Pods of another namespace, as the one who calls or is called. */
export function podsIn(namespace: string, labels: Readonly<Record<string, string>>): Fields {
  return {
    namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": namespace } },
    podSelector: { matchLabels: labels },
  };
}

/** What lets a part call others of its namespace. */
export function egressTo(callees: readonly Part[]): Fields[] {
  return callees.map(({ labels, targetPort }) => ({
    to: [{ podSelector: { matchLabels: labels } }],
    ports: [{ port: targetPort, protocol: "TCP" }],
  }));
}

/** What lets pods ask for names. */
export const nameLookup: Fields = {
  to: [podsIn("kube-system", { "k8s-app": "kube-dns" })],
  ports: ["UDP", "TCP"].map((protocol) => ({ port: 53, protocol })),
};
