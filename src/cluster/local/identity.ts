import { type Client, pathOf } from "../../kubernetes/index.ts";
import type { Identity, IdentityRequest, PolicyRule } from "../provider.ts";
import { kubeconfigText } from "./kubeconfig.ts";
import type { Authority } from "./pki.ts";

export interface IdentityContext {
  readonly client: Client;
  readonly authority: Authority;
  readonly server: string;
  readonly cluster: string;
}

/** Makes somebody with a certificate in their own name, which the audit log repeats, and with the given rights only. */
export async function identify(
  { client, authority, server, cluster }: IdentityContext,
  request: IdentityRequest,
  signal?: AbortSignal,
): Promise<Identity> {
  await withdraw(client, request, signal);
  const subjects = [{ kind: "User", name: request.name, apiGroup: rbac }];
  const name = `airworthy:${request.name}`;
  for (const [namespace, rules] of Object.entries(request.namespaces ?? {})) {
    await grant("Role", { name, namespace }, rules);
  }
  if (request.cluster) await grant("ClusterRole", { name }, request.cluster);

  const pair = await authority.issue({ commonName: request.name, organisations: ["airworthy:identities"] });
  const namespace = Object.keys(request.namespaces ?? {})[0];
  const kubeconfig = kubeconfigText({
    server,
    ca: authority.cert,
    user: request.name,
    name: cluster,
    ...pair,
    ...(namespace ? { namespace } : {}),
  });
  return { user: request.name, kubeconfig };

  async function grant(
    kind: "Role" | "ClusterRole",
    at: { name: string; namespace?: string },
    rules: readonly PolicyRule[],
  ): Promise<void> {
    const metadata = { ...at, labels: { [label]: request.name } };
    const role = { apiVersion: `${rbac}/v1`, kind, metadata, rules };
    const roleRef = { apiGroup: rbac, kind, name: at.name };
    const binding = { apiVersion: `${rbac}/v1`, kind: `${kind}Binding`, metadata, subjects, roleRef };
    for (const object of [role, binding]) await client.apply(pathOf(object), object, signal);
  }
}

const rbac = "rbac.authorization.k8s.io";
const label = "airworthy.dev/identity";

/** Takes away what an identity of this name was given before and is not given now. */
async function withdraw(client: Client, request: IdentityRequest, signal?: AbortSignal): Promise<void> {
  for (const plural of ["rolebindings", "clusterrolebindings", "roles", "clusterroles"]) {
    const base = `/apis/${rbac}/v1`;
    const { items } = await client.list(`${base}/${plural}?labelSelector=${label}%3D${request.name}`, signal);
    for (const { metadata } of items) {
      const kept = metadata.namespace ? request.namespaces?.[metadata.namespace] : request.cluster;
      const scope = metadata.namespace ? `/namespaces/${metadata.namespace}` : "";
      if (!kept) await client.remove(`${base}${scope}/${plural}/${encodeURIComponent(metadata.name)}`, signal);
    }
  }
}
