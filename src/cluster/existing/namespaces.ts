import { ApiProblem, type Client, type KubeObject } from "../../kubernetes/index.ts";
import { until } from "../../process/index.ts";
import { ClusterProblem } from "../problem.ts";
import type { ClusterRef, ClusterSpec } from "../provider.ts";
import { mayI } from "./access.ts";

/** Whatever carries this label was made by us for that cluster, and only that is ever deleted. */
const ownerLabel = "airworthy.dev/cluster";
const specAnnotation = "airworthy.dev/spec";
const namespaces = "/api/v1/namespaces";
const rbac = "/apis/rbac.authorization.k8s.io/v1";
const patience = 120_000;

export function labelsOf(cluster: string): Record<string, string> {
  return { [ownerLabel]: cluster, "app.kubernetes.io/managed-by": "airworthy" };
}

export async function findNamespaces(client: Client, cluster?: string, signal?: AbortSignal): Promise<KubeObject[]> {
  const selector = encodeURIComponent(cluster === undefined ? ownerLabel : `${ownerLabel}=${cluster}`);
  return (await client.list(`${namespaces}?labelSelector=${selector}`, signal)).items;
}

/** Whoever may not delete a namespace must not make one: it would stay for ever. */
export async function requireRights(client: Client, signal?: AbortSignal): Promise<void> {
  for (const verb of ["create", "list", "delete"]) {
    if (await mayI(client, { verb, resource: "namespaces" }, signal)) continue;
    throw new ClusterProblem("NOT_ALLOWED", `this context may not ${verb} namespaces`, {
      hint: "use a context that may create, list and delete namespaces",
    });
  }
}

/** Calls `made` as soon as there is something to undo. */
export async function makeNamespace(
  client: Client,
  name: string,
  spec: ClusterSpec,
  signal: AbortSignal,
  made: () => void,
): Promise<void> {
  const metadata = { name, labels: labelsOf(spec.name), annotations: { [specAnnotation]: JSON.stringify(spec) } };
  try {
    // Without the signal: a request given up on half-way may still make the namespace, and nobody would remove it.
    await client.create(namespaces, { apiVersion: "v1", kind: "Namespace", metadata });
    made();
  } catch (thrown) {
    if (!(thrown instanceof ApiProblem) || thrown.code !== "CONFLICT") throw thrown;
    throw new ClusterProblem("NAME_IN_USE", `namespace ${name}: exists already`, {
      cause: thrown,
      hint: "choose another name, or wait if it is being deleted",
    });
  }
  // Pods are refused until the controller manager has made it.
  const account = `${namespaces}/${name}/serviceaccounts/default`;
  if (await until(() => client.find(account, signal), { deadlineMs: 30_000, signal })) return;
  throw new ClusterProblem("NOT_READY", `namespace ${name}: expected ServiceAccount default within 30 s, found none`, {
    hint: "does the cluster's controller manager run?",
  });
}

export async function removeNamespaces(client: Client, names: readonly string[]): Promise<void> {
  await Promise.all(names.map((name) => client.remove(`${namespaces}/${name}`)));
  const gone = async (name: string) => (await client.find(`${namespaces}/${name}`)) === undefined;
  for (const name of names) {
    if (await until(() => gone(name), { deadlineMs: patience, everyMs: 100 })) continue;
    const stuck = await client.find(`${namespaces}/${name}`);
    const conditions: { status: string; message: string }[] = stuck?.status?.conditions ?? [];
    const why = conditions.filter((each) => each.status === "True").map((each) => each.message);
    throw new ClusterProblem(
      "NOT_READY",
      `namespace ${name}: still there after ${patience / 1_000} s: ${why.join("; ")}`,
      {
        hint: "something in it has a finalizer that nobody handles; repeat once that is solved",
      },
    );
  }
}

/** Deletes exactly what carries the label, and comes back when it is gone. */
export async function removeAll(client: Client, cluster: string): Promise<void> {
  const owned = await findNamespaces(client, cluster);
  const selector = encodeURIComponent(`${ownerLabel}=${cluster}`);
  for (const kind of ["clusterrolebindings", "clusterroles"]) {
    const items = await client.list(`${rbac}/${kind}?labelSelector=${selector}`).then(
      (list) => list.items,
      (thrown: unknown) => {
        // Whoever may not even list these cannot have made any for us.
        if (thrown instanceof ApiProblem && thrown.code === "DENIED") return [];
        throw thrown;
      },
    );
    for (const item of items) await client.remove(`${rbac}/${kind}/${item.metadata.name}`);
  }
  await removeNamespaces(
    client,
    owned.map((namespace) => namespace.metadata.name),
  );
}

export function refsOf(owned: readonly KubeObject[]): ClusterRef[] {
  const byCluster = Map.groupBy(owned, (namespace) => namespace.metadata.labels?.[ownerLabel] ?? "");
  return [...byCluster].map(([name, members]) => {
    const leaving = members.some((namespace) => namespace.metadata.deletionTimestamp !== undefined);
    return {
      name,
      provider: "existing",
      state: leaving ? "dead" : "ready",
      spec: specOf(members, name),
      since: String(members[0]?.metadata.creationTimestamp),
    };
  });
}

/** Annotations can be edited by others; a broken one must not hide a namespace that needs to be cleaned up. */
function specOf(members: readonly KubeObject[], name: string): ClusterSpec {
  try {
    return JSON.parse(members[0]?.metadata.annotations?.[specAnnotation] ?? "") as ClusterSpec;
  } catch {
    return { name, nodes: [], addons: [], profile: "plain" };
  }
}
