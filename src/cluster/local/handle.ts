import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { connect } from "../../kubernetes/index.ts";
import { ClusterProblem } from "../problem.ts";
import type { Capability, Cluster } from "../provider.ts";
import { apiServerName } from "./control-plane.ts";
import { identify } from "./identity.ts";
import type { ClusterPaths } from "./paths.ts";
import { loadAuthority } from "./pki.ts";
import { planCluster } from "./plan.ts";
import type { ClusterRecord } from "./record.ts";

/** A handle on a running cluster, made of its files alone: the same for its owner and for anybody who comes later. */
export async function openCluster(
  record: ClusterRecord,
  paths: ClusterPaths,
  dispose: () => Promise<void> = async () => {},
): Promise<Cluster> {
  const plan = planCluster(record.spec);
  const keys = join(paths.keys, "control");
  const [kubeconfig, caCert, caKey] = await Promise.all(
    [paths.kubeconfig, join(keys, "ca.crt"), join(keys, "ca.key")].map((file) => readFile(file, "utf8")),
  );
  if (!kubeconfig || !caCert || !caKey)
    throw new ClusterProblem("NOT_READY", `cluster "${record.name}": has no keys yet`);
  const user = (parse(kubeconfig) as { users: { user: Record<string, string> }[] }).users[0]?.user ?? {};
  const client = connect(
    { url: `https://${apiServerName}:${plan.apiPort}`, socketPath: paths.apiSocket },
    { ca: caCert, cert: decode(user["client-certificate-data"]), key: decode(user["client-key-data"]) },
  );
  const server = `https://${plan.control.address}:${plan.apiPort}`;
  const network = record.machines[plan.nodes[0]?.name ?? ""];
  const { capabilities, missing } = capabilitiesOf(record);

  return {
    name: record.name,
    provider: "local",
    capabilities,
    missing,
    client,
    namespaces: undefined,
    kubeconfig,
    apiSocket: paths.apiSocket,
    auditLog: paths.auditLog,
    identify: async (request, signal) =>
      identify(
        { client, authority: await loadAuthority(caCert, caKey), server, cluster: record.name },
        request,
        signal,
      ),
    command: (program, args, kubeconfigPath = paths.kubeconfig) => ({
      file: "nsenter",
      // The network is a node's, so that Services, pods and node ports answer; names are the cluster's too.
      args: [
        `--net=/proc/${network}/ns/net`,
        ...["--", "unshare", "--mount", "--propagation", "private", "sh", "-c"],
        'mount --bind "$1" /etc/resolv.conf && shift && exec "$@"',
        ...["sh", paths.resolvConf, program, ...args],
      ],
      env: { ...process.env, KUBECONFIG: kubeconfigPath, PATH: `${record.tools}:${process.env.PATH ?? ""}` },
    }),
    [Symbol.asyncDispose]: async () => {
      client[Symbol.dispose]();
      await dispose();
    },
  };
}

function capabilitiesOf({ spec }: ClusterRecord): {
  capabilities: Set<Capability>;
  missing: Map<Capability, string>;
} {
  const capabilities = new Set<Capability>([
    ...(["audit-log", "dns", "network-policy", "nodes", "storage", "cluster-scope", "stand-in-images"] as const),
  ]);
  const missing = new Map<Capability, string>();
  const optional = { metrics: "metrics-server", ingress: "ingress" } as const;
  for (const [capability, addon] of Object.entries(optional) as [
    "metrics" | "ingress",
    "metrics-server" | "ingress",
  ][]) {
    if (spec.addons.includes(addon) || spec.profile === "k3s") capabilities.add(capability);
    else missing.set(capability, `the cluster was made without it: airworthy cluster up --addons ${addon}`);
  }
  return { capabilities, missing };
}

function decode(text: string | undefined): string {
  return Buffer.from(text ?? "", "base64").toString();
}
