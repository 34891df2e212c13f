import { type Client, type KubeObject, pathOf } from "../../kubernetes/index.ts";
import { messageOf } from "../../problem/index.ts";
import { patient, until } from "../../process/index.ts";
import { ClusterProblem } from "../problem.ts";
import type { Daemons } from "./daemons.ts";
import type { Plan } from "./plan.ts";

const deadlineMs = 60_000;

/** Polls until `probe` holds; the death of a program or the deadline ends it with an error that names the cause. */
async function waitFor(
  what: string,
  probe: () => Promise<boolean>,
  daemons: Daemons,
  signal: AbortSignal,
  explain: () => Promise<string> = async () => "",
): Promise<void> {
  let lastly = "";
  const ok = await until(
    async () => {
      await daemons.throwIfAnyDied();
      // No answer yet is not an error while something starts.
      return probe().catch((thrown: unknown) => {
        lastly = `, lastly: ${messageOf(thrown)}`;
        return false;
      });
    },
    { deadlineMs, everyMs: 25, signal },
  );
  if (!ok) {
    const why = await explain().catch(messageOf);
    throw new ClusterProblem("NOT_READY", `${what}: not ready after ${patient(deadlineMs) / 1000} s${lastly}${why}`, {
      hint: "is the machine overloaded? run: airworthy doctor; if it is slow, wait longer: AIRWORTHY_PATIENCE=4",
    });
  }
}

/** Waits until the API server has an answer under this path. */
export function waitForPath(path: string, client: Client, daemons: Daemons, signal: AbortSignal): Promise<void> {
  const probe = async () => (await client.get(path, signal)) !== undefined;
  return waitFor(`API server (${path})`, probe, daemons, signal);
}

/** Waits until every node is Ready and the default ServiceAccount exists, without which no pod can be made. */
export async function waitForNodes(plan: Plan, client: Client, daemons: Daemons, signal: AbortSignal): Promise<void> {
  await waitFor(
    `nodes ${plan.nodes.map((node) => node.name).join(", ")}`,
    async () => {
      const nodes = (await client.list("/api/v1/nodes", signal)).items;
      return plan.nodes.every((planned) => nodes.some((node) => node.metadata.name === planned.name && isReady(node)));
    },
    daemons,
    signal,
  );
  const account = "/api/v1/namespaces/default/serviceaccounts/default";
  await waitFor(
    "ServiceAccount default",
    async () => (await client.find(account, signal)) !== undefined,
    daemons,
    signal,
  );
}

export async function waitForDeployment(
  deployment: KubeObject,
  client: Client,
  daemons: Daemons,
  signal: AbortSignal,
): Promise<void> {
  const path = pathOf(deployment);
  const probe = async () => {
    const found = await client.find(path, signal);
    return found !== undefined && (found.status?.availableReplicas ?? 0) >= (found.spec?.replicas ?? 1);
  };
  const { name, namespace } = deployment.metadata;
  const explain = async () => {
    const { items } = await client.list(`/api/v1/namespaces/${namespace}/events`, signal);
    const about = items.filter(
      (event) => String(event.involvedObject?.name).startsWith(name) && event.type === "Warning",
    );
    return about.length === 0 ? "" : `, because: ${about.map((event) => event.message).at(-1)}`;
  };
  await waitFor(`deployment ${name}`, probe, daemons, signal, explain);
}

function isReady(node: KubeObject): boolean {
  const conditions = (node.status?.conditions ?? []) as { type: string; status: string }[];
  return conditions.some((condition) => condition.type === "Ready" && condition.status === "True");
}
