import { join } from "node:path";

/** Where clusters keep their state. Short on purpose: Unix sockets live here and their paths may have 107 bytes. */
export function stateDirectory(): string {
  return process.env.AIRWORTHY_STATE ?? "/var/lib/airworthy";
}

export const logsDirectory = () => join(stateDirectory(), "logs");

/** The files of one cluster. */
export interface ClusterPaths {
  readonly directory: string;
  readonly record: string;
  /** The supervisor's words. Outside the directory: they must outlive a cluster that failed. */
  readonly log: string;
  readonly keys: string;
  readonly kubeconfig: string;
  readonly audit: string;
  readonly auditLog: string;
  readonly apiSocket: string;
  readonly registrySocket: string;
  readonly machines: string;
  /** Shared with the nodes: the socket on which their network plugin announces new pods. */
  readonly announcements: string;
  readonly resolvConf: string;
}

export function clusterPaths(id: string): ClusterPaths {
  const directory = join(stateDirectory(), "clusters", id);
  return {
    directory,
    record: join(directory, "cluster.json"),
    log: join(logsDirectory(), `${id}.log`),
    keys: join(directory, "keys"),
    kubeconfig: join(directory, "kubeconfig"),
    audit: join(directory, "audit"),
    auditLog: join(directory, "audit", "audit.log"),
    apiSocket: join(directory, "api.sock"),
    registrySocket: join(directory, "registry.sock"),
    machines: join(directory, "machines"),
    announcements: join(directory, "pods"),
    resolvConf: join(directory, "resolv.conf"),
  };
}
