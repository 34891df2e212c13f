import type { Client } from "./client.ts";
import { handshake, messages } from "./frames.ts";
import { ApiProblem } from "./problem.ts";

/** How a program in a container ended. */
export interface ExecExit {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ExecPlace {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
}

/** What comes on which channel, by the first byte of each message. */
const [stdout, stderr, status] = [1, 2, 3];

/** Runs a program in a container, as `kubectl exec` does, without the start of one. */
export async function execInPod(
  client: Client,
  { namespace, pod, container }: ExecPlace,
  words: readonly string[],
  signal?: AbortSignal,
): Promise<ExecExit> {
  const query = new URLSearchParams([
    ["container", container],
    ["stdout", "1"],
    ["stderr", "1"],
    ...words.map((word): [string, string] => ["command", word]),
  ]);
  const path = `/api/v1/namespaces/${namespace}/pods/${pod}/exec?${query}`;
  const { socket, head } = await client.upgrade(path, handshake("v5.channel.k8s.io"), signal);
  const said: Buffer[][] = [[], [], [], []];
  const stop = () => socket.destroy();
  signal?.addEventListener("abort", stop, { once: true });
  try {
    for await (const message of messages(socket, head)) said[message[0] ?? 0]?.push(message.subarray(1));
  } catch (cause) {
    if (!signal?.aborted) throw new ApiProblem(0, `exec in ${namespace}/${pod}: the connection broke`, { cause });
  } finally {
    signal?.removeEventListener("abort", stop);
    socket.destroy();
  }
  signal?.throwIfAborted();
  const textOf = (channel: number) => Buffer.concat(said[channel] ?? []).toString();
  return { code: codeOf(textOf(status), `${namespace}/${pod}`), stdout: textOf(stdout), stderr: textOf(stderr) };
}

interface Status {
  readonly status?: string;
  readonly message?: string;
  readonly details?: { readonly causes?: readonly { readonly reason?: string; readonly message?: string }[] };
}

function codeOf(text: string, where: string): number {
  const { status: how, message, details }: Status = text === "" ? {} : JSON.parse(text);
  if (how === "Success") return 0;
  const code = details?.causes?.find(({ reason }) => reason === "ExitCode")?.message;
  if (code !== undefined) return Number(code);
  throw new ApiProblem(0, `exec in ${where}: ${message ?? "it ended without saying how"}`);
}
