import { z } from "zod";
import type { Credentials } from "../../kubernetes/index.ts";
import { messageOf } from "../../problem/index.ts";
import { ProcessProblem, run } from "../../process/index.ts";
import type { Selected } from "./kubeconfig.ts";
import { KubeconfigProblem } from "./problem.ts";
import type { ExecEntry } from "./schema.ts";

const versions = ["client.authentication.k8s.io/v1", "client.authentication.k8s.io/v1beta1"];

const answer = z.looseObject({
  apiVersion: z.string(),
  kind: z.literal("ExecCredential"),
  status: z.looseObject({
    token: z.string().optional(),
    clientCertificateData: z.string().optional(),
    clientKeyData: z.string().optional(),
  }),
});

/** Runs the program that a user entry names (cloud CLIs mostly) and takes the credentials it prints. */
export async function runCredentialPlugin(
  exec: ExecEntry,
  selected: Selected,
  ca: string | undefined,
  signal?: AbortSignal,
): Promise<Pick<Credentials, "token" | "cert" | "key">> {
  const where = `${selected.where.user}.exec`;
  if (!versions.includes(exec.apiVersion)) {
    throw new KubeconfigProblem(
      "NOT_SUPPORTED",
      `${where}.apiVersion: expected ${versions.join(" or ")}, found ${exec.apiVersion}`,
    );
  }
  const output = await ask(exec, where, inputOf(exec, selected, ca), signal);
  const status = statusOf(output, exec, where);
  const { token, clientCertificateData: cert, clientKeyData: key } = status;
  if (!token && !(cert && key)) {
    throw new KubeconfigProblem("BAD_CREDENTIALS", `${where}: ${exec.command} gave neither a token nor a certificate`);
  }
  return { token, cert, key };
}

async function ask(exec: ExecEntry, where: string, info: string, signal?: AbortSignal): Promise<string> {
  const added = Object.fromEntries((exec.env ?? []).map(({ name, value }) => [name, value]));
  try {
    const env = { ...process.env, ...added, KUBERNETES_EXEC_INFO: info };
    return (await run(exec.command, exec.args ?? [], { env, signal })).stdout;
  } catch (cause) {
    if (!(cause instanceof ProcessProblem)) throw cause;
    throw new KubeconfigProblem("BAD_CREDENTIALS", `${where}: ${cause.message}`, {
      cause,
      hint: exec.installHint?.trim() || `does "${exec.command}" work by itself? log in first if it asks for that`,
    });
  }
}

/** The plugin learns which protocol we speak and, if it asked, which cluster it is for. It may not ask questions. */
function inputOf(exec: ExecEntry, selected: Selected, ca: string | undefined): string {
  const cluster = {
    server: selected.cluster.server,
    ...(ca ? { "certificate-authority-data": Buffer.from(ca).toString("base64") } : {}),
  };
  return JSON.stringify({
    apiVersion: exec.apiVersion,
    kind: "ExecCredential",
    spec: { interactive: false, ...(exec.provideClusterInfo ? { cluster } : {}) },
  });
}

function statusOf(output: string, exec: ExecEntry, where: string): z.infer<typeof answer>["status"] {
  try {
    const parsed = answer.parse(JSON.parse(output));
    if (parsed.apiVersion === exec.apiVersion) return parsed.status;
    throw new Error(`expected apiVersion ${exec.apiVersion}, found ${parsed.apiVersion}`);
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : messageOf(cause);
    throw new KubeconfigProblem("BAD_CREDENTIALS", `${where}: ${exec.command}: expected an ExecCredential: ${reason}`, {
      cause,
    });
  }
}
