import { stringify } from "yaml";

export interface KubeconfigFacts {
  readonly server: string;
  readonly ca: string;
  readonly user: string;
  readonly cert?: string;
  readonly key?: string;
  readonly token?: string;
  readonly name?: string;
  readonly namespace?: string;
}

/** A complete kubeconfig with everything inside it, so that it can be moved anywhere. */
export function kubeconfigText(facts: KubeconfigFacts): string {
  const name = facts.name ?? "airworthy";
  const context = { cluster: name, user: facts.user, ...(facts.namespace ? { namespace: facts.namespace } : {}) };
  return stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name, cluster: { server: facts.server, "certificate-authority-data": base64(facts.ca) } }],
    users: [
      {
        name: facts.user,
        user: facts.token
          ? { token: facts.token }
          : { "client-certificate-data": base64(facts.cert ?? ""), "client-key-data": base64(facts.key ?? "") },
      },
    ],
    contexts: [{ name, context }],
    "current-context": name,
  });
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}
