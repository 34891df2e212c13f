import { stringify } from "yaml";
import { ApiProblem, type Client, type Credentials, connect } from "../../kubernetes/index.ts";
import { ClusterProblem } from "../problem.ts";
import { credentialsOf } from "./credentials.ts";
import type { Selected } from "./kubeconfig.ts";
import { renewing } from "./renewing.ts";

export interface Connection extends Disposable {
  readonly client: Client;
  readonly server: string;
  readonly credentials: Credentials;
  /** A kubeconfig with this one context, complete in itself. */
  kubeconfig(user: object, namespace: string): string;
  /** The user entry this connection itself was made with. */
  readonly user: object;
}

/** Connects and speaks once with the server, so that whatever is wrong shows here with its reason. */
export async function open(selected: Selected, signal?: AbortSignal): Promise<Connection> {
  const credentials = await credentialsOf(selected, signal);
  const { server } = selected.cluster;
  const once = connect({ url: server }, credentials);
  const canRenew = selected.user.exec !== undefined || selected.user.tokenFile !== undefined;
  const client = canRenew ? renewing(once, async () => connect({ url: server }, await credentialsOf(selected))) : once;
  try {
    await client.get("/version", signal);
  } catch (thrown) {
    client[Symbol.dispose]();
    throw signal?.aborted ? thrown : explain(thrown, selected);
  }
  return {
    client,
    server,
    credentials,
    user: userOf(selected, credentials),
    kubeconfig: (user, namespace) => write(server, credentials, user, namespace),
    [Symbol.dispose]: () => client[Symbol.dispose](),
  };
}

const certificateFaults: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "the server's certificate has expired: whoever runs the cluster must renew it",
  DEPTH_ZERO_SELF_SIGNED_CERT:
    "the kubeconfig's certificate-authority is not the one that signed the server's certificate",
  SELF_SIGNED_CERT_IN_CHAIN:
    "the kubeconfig's certificate-authority is not the one that signed the server's certificate",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "the kubeconfig's certificate-authority is missing or is not the one that signed it",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    "the kubeconfig's certificate-authority is missing or is not the one that signed it",
  ERR_TLS_CERT_ALTNAME_INVALID: "the server's certificate is for another name than the kubeconfig's server",
  CERT_SIGNATURE_FAILURE:
    "another authority of the same name signed the server's certificate: the kubeconfig is out of date",
};

function explain(thrown: unknown, selected: Selected): unknown {
  if (!(thrown instanceof ApiProblem)) return thrown;
  const at = `context "${selected.context}" (${selected.where.cluster}.server)`;
  if (thrown.code === "UNREACHABLE") {
    const cause = thrown.cause as NodeJS.ErrnoException | undefined;
    return new ClusterProblem("UNREACHABLE", `${at}: ${thrown.message}`, {
      cause: thrown,
      hint: certificateFaults[cause?.code ?? ""] ?? "is the cluster running, and does kubectl reach it?",
    });
  }
  if (thrown.status !== 401) return thrown;
  return new ClusterProblem(
    "NOT_ALLOWED",
    `${at}: the server does not accept the credentials of ${selected.where.user}`,
    {
      cause: thrown,
      hint: "log in again, or get a new kubeconfig",
    },
  );
}

/** Plugins are kept as they are: what they print expires, the plugin itself can be asked again. */
function userOf(selected: Selected, credentials: Credentials): object {
  if (selected.user.exec) return { exec: { interactiveMode: "Never", ...selected.user.exec } };
  return {
    ...(credentials.cert ? { "client-certificate-data": base64(credentials.cert) } : {}),
    ...(credentials.key ? { "client-key-data": base64(credentials.key) } : {}),
    ...(credentials.token ? { token: credentials.token } : {}),
  };
}

function write(server: string, credentials: Credentials, user: object, namespace: string): string {
  const cluster = {
    server,
    ...(credentials.ca ? { "certificate-authority-data": base64(credentials.ca) } : {}),
    ...(credentials.insecure ? { "insecure-skip-tls-verify": true } : {}),
  };
  return stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "cluster", cluster }],
    users: [{ name: "user", user }],
    contexts: [{ name: "airworthy", context: { cluster: "cluster", user: "user", namespace } }],
    "current-context": "airworthy",
  });
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}
