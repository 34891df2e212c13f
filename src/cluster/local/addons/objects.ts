import type { KubeObject } from "../../../kubernetes/index.ts";
import type { Addon, ClusterSpec } from "../../provider.ts";
import { coreDns } from "./coredns.ts";
import { metricsServer } from "./metrics-server.ts";
import { storageClass } from "./storage-class.ts";
import { traefik } from "./traefik.ts";

export type Profile = ClusterSpec["profile"];

/** What the objects must know about the cluster they go to. */
export interface Facts {
  /** The address of the Service `kube-dns`: inside the service range, and what every kubelet tells its pods. */
  readonly dnsAddress: string;
  /** The nodes with an address of their own. k3s makes their names known to DNS. */
  readonly nodes: readonly { readonly name: string; readonly address: string }[];
  /** The name under which somebody watches for claims of the default StorageClass. */
  readonly provisioner: string;
}

/** What a cluster is given right after boot, in an order in which nothing refers to what is not there yet. */
export function objects(profile: Profile, addons: readonly Addon[], facts: Facts): KubeObject[] {
  const has = (addon: Addon) => profile === "k3s" || addons.includes(addon);
  return [
    ...coreDns(profile, facts),
    storageClass(profile, facts.provisioner),
    ...(has("metrics-server") ? metricsServer(profile) : []),
    ...(has("ingress") ? traefik(profile) : []),
  ];
}
