import type { Client } from "../../kubernetes/index.ts";
import { ClusterProblem } from "../problem.ts";
import type { IdentityRequest, PolicyRule } from "../provider.ts";
import { labelsOf } from "./namespaces.ts";

const rbac = "/apis/rbac.authorization.k8s.io/v1";
/** Longer than any sitting; servers shorten it as they please. */
const tokenSeconds = 12 * 60 * 60;

export interface Grounds {
  readonly client: Client;
  readonly cluster: string;
  readonly namespaces: readonly string[];
  readonly home: string;
  readonly clusterScope: boolean;
}

/** A ServiceAccount with exactly these rights, and a token for it that the API server signs and lets expire. */
export async function makeIdentity(
  { client, cluster, namespaces, home, clusterScope }: Grounds,
  request: IdentityRequest,
  signal?: AbortSignal,
): Promise<{ user: string; token: string }> {
  refuse(request, namespaces, clusterScope);
  const labels = labelsOf(cluster);
  const account = `/api/v1/namespaces/${home}/serviceaccounts/${request.name}`;
  const subject = { kind: "ServiceAccount", name: request.name, namespace: home };
  await client.apply(
    account,
    {
      apiVersion: "v1",
      kind: "ServiceAccount",
      metadata: { name: request.name, namespace: home, labels },
      automountServiceAccountToken: false,
    },
    signal,
  );

  // Namespaces that are not asked for lose what an earlier request of this name gave.
  for (const namespace of namespaces) {
    const scope = { kind: "Role", base: `${rbac}/namespaces/${namespace}`, plural: "role", name: request.name };
    await grant(client, scope, request.namespaces?.[namespace] ?? [], { labels, subject, namespace }, signal);
  }
  if (clusterScope) {
    // Names on the whole cluster are shared with everybody.
    const scope = {
      kind: "ClusterRole",
      base: rbac,
      plural: "clusterrole",
      name: `airworthy-${cluster}-${request.name}`,
    };
    await grant(client, scope, request.cluster ?? [], { labels, subject }, signal);
  }

  const answer = await client.create(
    `${account}/token`,
    {
      apiVersion: "authentication.k8s.io/v1",
      kind: "TokenRequest",
      spec: { expirationSeconds: tokenSeconds },
    },
    signal,
  );
  return { user: `system:serviceaccount:${home}:${request.name}`, token: String(answer.status?.token) };
}

interface Scope {
  readonly kind: string;
  readonly base: string;
  readonly plural: string;
  readonly name: string;
}

async function grant(
  client: Client,
  { kind, base, plural, name }: Scope,
  rules: readonly PolicyRule[],
  { labels, subject, namespace }: { labels: object; subject: object; namespace?: string },
  signal?: AbortSignal,
): Promise<void> {
  const role = `${base}/${plural}s/${name}`;
  const binding = `${base}/${plural}bindings/${name}`;
  if (rules.length === 0) {
    await client.remove(binding, signal);
    await client.remove(role, signal);
    return;
  }
  const apiVersion = "rbac.authorization.k8s.io/v1";
  const metadata = { name, labels, ...(namespace ? { namespace } : {}) };
  const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind, name };
  await client.apply(role, { apiVersion, kind, metadata, rules }, signal);
  await client.apply(binding, { apiVersion, kind: `${kind}Binding`, metadata, roleRef, subjects: [subject] }, signal);
}

function refuse(request: IdentityRequest, namespaces: readonly string[], clusterScope: boolean): void {
  if (!/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(request.name) || request.name === "default") {
    throw new ClusterProblem(
      "BAD_SPEC",
      `identity name: expected a DNS label other than "default", found "${request.name}"`,
    );
  }
  for (const namespace of Object.keys(request.namespaces ?? {})) {
    if (namespaces.includes(namespace)) continue;
    throw new ClusterProblem(
      "NOT_ALLOWED",
      `identity ${request.name}: namespace ${namespace} is not ours to give rights in`,
      {
        hint: `our namespaces: ${namespaces.join(", ")}`,
      },
    );
  }
  if ((request.cluster ?? []).length > 0 && !clusterScope) {
    throw new ClusterProblem("NOT_ALLOWED", `identity ${request.name}: rights on the whole cluster were not allowed`, {
      hint: "pass --cluster-scope if this cluster is yours to change",
    });
  }
}
