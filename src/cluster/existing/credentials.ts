import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Credentials } from "../../kubernetes/index.ts";
import { messageOf } from "../../problem/index.ts";
import { runCredentialPlugin } from "./exec-plugin.ts";
import type { Selected } from "./kubeconfig.ts";
import { KubeconfigProblem } from "./problem.ts";

/** What a context's entries prove to the API server. Files are read and plugins run now, not when it first fails. */
export async function credentialsOf(selected: Selected, signal?: AbortSignal): Promise<Credentials> {
  const { cluster, user, where } = selected;
  refuseUnsupported(selected);
  const ca = content(cluster, "certificate-authority", where.cluster);
  const trust = { ca, insecure: cluster["insecure-skip-tls-verify"] };

  if (user.exec) return { ...trust, ...(await runCredentialPlugin(user.exec, selected, ca, signal)) };
  const cert = content(user, "client-certificate", where.user);
  const key = content(user, "client-key", where.user);
  if ((cert === undefined) !== (key === undefined)) {
    const [there, lacking] = cert ? ["client-certificate", "client-key"] : ["client-key", "client-certificate"];
    throw new KubeconfigProblem("BAD_CREDENTIALS", `${where.user}: expected ${lacking} beside ${there}, found none`);
  }
  if (cert) refuseExpired(cert, `${where.user}.client-certificate`);
  // kubectl prefers the file, because something else may renew it.
  const token = user.tokenFile ? readText(user.tokenFile, `${where.user}.tokenFile`).trim() : user.token;
  return { ...trust, cert, key, token };
}

function refuseUnsupported({ cluster, user, where }: Selected): void {
  const fields = [
    [cluster["proxy-url"], `${where.cluster}.proxy-url`, "reach the API server directly, or through a tunnel"],
    [
      cluster["tls-server-name"],
      `${where.cluster}.tls-server-name`,
      "use a server URL whose host is on the certificate",
    ],
    [user.username, `${where.user}.username`, "API servers no longer accept passwords: use a token or a certificate"],
    [user["auth-provider"], `${where.user}.auth-provider`, "kubectl dropped it too: use an exec credential plugin"],
  ] as const;
  for (const [value, field, hint] of fields) {
    if (value) throw new KubeconfigProblem("NOT_SUPPORTED", `${field}: not supported`, { hint });
  }
}

/** `field-data` holds base64 and wins over `field`, which names a file. */
function content(entry: Readonly<Record<string, unknown>>, field: string, where: string): string | undefined {
  const data = entry[`${field}-data`];
  const file = entry[field];
  if (typeof data === "string" && data !== "") {
    const text = Buffer.from(data, "base64").toString();
    if (text.includes("-----BEGIN")) return text;
    throw new KubeconfigProblem("BAD_CREDENTIALS", `${where}.${field}-data: expected base64 of a PEM block`);
  }
  return typeof file === "string" && file !== "" ? readText(file, `${where}.${field}`) : undefined;
}

function readText(file: string, where: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new KubeconfigProblem("BAD_CREDENTIALS", `${where}: ${messageOf(cause)}`, { cause });
  }
}

/** The API server would only say "unauthorized". */
function refuseExpired(pem: string, where: string): void {
  const { validTo } = new X509Certificate(pem);
  if (Date.parse(validTo) > Date.now()) return;
  throw new KubeconfigProblem("BAD_CREDENTIALS", `${where}: expired at ${new Date(validTo).toISOString()}`, {
    hint: "get a new kubeconfig from whoever runs the cluster",
  });
}
