import { setTimeout as sleep } from "node:timers/promises";
import { attach, type Cluster, type ClusterSpec, launch, listClusters } from "../../src/cluster/index.ts";
import { run } from "../../src/process/index.ts";

/** One cluster for all tests that do not need their own: `npm test` removes it at the end. */
export const sharedName = "airworthy-test";

const spec: ClusterSpec = {
  name: sharedName,
  nodes: [
    { name: "node-1", labels: { tier: "front" } },
    { name: "node-2", labels: { tier: "back" }, capacity: { cpu: "1500m", memory: "4Gi", pods: 40 } },
  ],
  addons: ["metrics-server"],
  profile: "plain",
};

/** A handle on the shared cluster, which the first caller starts; others wait for it. */
export async function sharedCluster(): Promise<Cluster> {
  for (;;) {
    const ref = (await listClusters()).find((each) => each.name === sharedName && each.state !== "dead");
    if (ref?.state === "ready") return attach(sharedName);
    if (ref) {
      await sleep(200);
      continue;
    }
    await launch(spec, { report: () => {}, signal: new AbortController().signal }).catch(
      (thrown: { code?: string }) => {
        if (thrown.code !== "NAME_IN_USE") throw thrown; // Another test file was faster.
      },
    );
  }
}

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** kubectl as the administrator; throws with what it said unless it succeeds. */
export async function kubectl(cluster: Cluster, args: readonly string[], input?: string): Promise<string> {
  const command = cluster.command("kubectl", args);
  return (await run(command.file, command.args, { env: command.env, input })).stdout;
}

/** kubectl, whatever comes of it. */
export async function tryKubectl(cluster: Cluster, args: readonly string[], input?: string): Promise<Outcome> {
  const command = cluster.command("kubectl", args);
  return run(command.file, command.args, { env: command.env, input, allowFailure: true });
}

/** A namespace of a test's own, gone at the end of the scope without waiting for it. */
export async function ownNamespace(
  cluster: Cluster,
  prefix: string,
  labels: Record<string, string> = {},
): Promise<{ name: string } & AsyncDisposable> {
  const name = `${prefix}-${Math.random().toString(36).slice(2, 8)}`;
  await cluster.client.create("/api/v1/namespaces", {
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name, labels },
  });
  const account = `/api/v1/namespaces/${name}/serviceaccounts/default`;
  while (!(await cluster.client.find(account))) await sleep(50);
  return { name, [Symbol.asyncDispose]: () => cluster.client.remove(`/api/v1/namespaces/${name}`) };
}
