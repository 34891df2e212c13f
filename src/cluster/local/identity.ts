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
    metadata: { name: string; namespace?: string },
    rules: readonly PolicyRule[],
  ): Promise<void> {
    const role = { apiVersion: `${rbac}/v1`, kind, metadata, rules };
    const roleRef = { apiGroup: rbac, kind, name: metadata.name };
    const binding = { apiVersion: `${rbac}/v1`, kind: `${kind}Binding`, metadata, subjects, roleRef };
    for (const object of [role, binding]) await client.apply(pathOf(object, kind === "Role"), object, signal);
  }
}

const rbac = "rbac.authorization.k8s.io";
