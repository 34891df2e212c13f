import { type Cluster, ClusterProblem, type CreateOptions } from "../../cluster/index.ts";
import { OWN_REGISTRY } from "../../images/index.ts";
import type { Client } from "../../kubernetes/index.ts";
import { run, until } from "../../process/index.ts";

export const demoUrl = "http://hello.default.svc.cluster.local";
const labels = { app: "hello" };

const deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "hello" },
  spec: {
    replicas: 2,
    selector: { matchLabels: labels },
    template: {
      metadata: { labels },
      spec: {
        containers: [
          {
            name: "hello",
            image: `${OWN_REGISTRY}/hello-app`,
            ports: [{ containerPort: 8080 }],
            readinessProbe: { httpGet: { path: "/", port: 8080 }, periodSeconds: 1 },
          },
        ],
      },
    },
  },
};

const service = {
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: "hello" },
  spec: { selector: labels, ports: [{ port: 80, targetPort: 8080 }] },
};

/** Two replicas behind a Service. Applying what is there changes nothing. */
export async function deployDemo({ client }: Cluster, { report, signal }: CreateOptions): Promise<void> {
  const step = "deploy an application";
  const path = "/apis/apps/v1/namespaces/default/deployments/hello";
  report({ step, state: "running" });
  await client.apply(path, deployment, signal);
  await client.apply("/api/v1/namespaces/default/services/hello", service, signal);
  const available = async () => {
    const done: number = (await client.get(path, signal)).status?.availableReplicas ?? 0;
    waiting = await reasonOf(client, signal);
    report({ step, state: "running", done, total: 2, unit: "items", note: waiting ?? "waiting for its pods" });
    return done === 2;
  };
  let waiting: string | undefined;
  if (await until(available, { deadlineMs: 300_000, everyMs: 200, signal })) {
    report({ step, state: "done", note: "2 pods" });
    return;
  }
  report({ step, state: "failed" });
  throw new ClusterProblem(
    "NOT_READY",
    `deployment hello: expected 2 available pods in 5 minutes: ${waiting ?? "not ready"}`,
    {
      hint: "look: airworthy cluster exec demo -- kubectl describe pods",
    },
  );
}

/** What a pod that does not run waits for, in the node's words. */
async function reasonOf(client: Client, signal: AbortSignal): Promise<string | undefined> {
  const pods = await client.list("/api/v1/namespaces/default/pods?labelSelector=app%3Dhello", signal);
  const states = pods.items.flatMap((pod) => (pod.status?.containerStatuses ?? []) as ContainerStatus[]);
  const waiting = states.map(({ state }) => state?.waiting).find((each) => each?.message);
  return waiting && `${waiting.reason}: ${waiting.message}`;
}

interface ContainerStatus {
  readonly state?: { readonly waiting?: { readonly reason: string; readonly message?: string } };
}

/** Calls a URL from inside the cluster's network, with the cluster's names. */
export async function ask(cluster: Cluster, url: string, { report, signal }: CreateOptions): Promise<string> {
  const step = `ask ${url}`;
  report({ step, state: "running" });
  // Our own runtime is the one program that is certain to be here.
  const script =
    "const r = await fetch(process.argv[1]); if (!r.ok) throw new Error(r.status); console.log(await r.text())";
  const { file, args, env } = cluster.command(process.execPath, ["--input-type=module", "--eval", script, url]);
  const answer = async () => {
    const exit = await run(file, args, { env, signal, allowFailure: true });
    return exit.code === 0 ? exit.stdout : undefined;
  };
  // A pod is ready a moment before every node's proxy knows it.
  const text = await until(answer, { deadlineMs: 30_000, everyMs: 200, signal });
  if (text === undefined) {
    report({ step, state: "failed" });
    throw new ClusterProblem("NOT_READY", `${url}: expected an answer within 30 s, found none`);
  }
  report({ step, state: "done" });
  return text;
}
