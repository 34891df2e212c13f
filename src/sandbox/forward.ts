import { readFile } from "node:fs/promises";
import { createServer, connect as dial } from "node:net";
import { join } from "node:path";
import { parse } from "yaml";
import { start, until } from "../process/index.ts";
import type { Forward, SandboxOptions } from "./model.ts";
import { SandboxProblem } from "./problem.ts";
import type { Slot } from "./slots.ts";

/** Connections at once. Each is a small process outside the sandbox's limits. */
const connections = 128;

export type Reached = NonNullable<SandboxOptions["cluster"]>;

export interface ApiServer {
  readonly host: string;
  readonly port: number;
}

/** Where the cluster's API server is, in the words of its administrator's kubeconfig. */
export function apiServerOf({ kubeconfig }: Pick<Reached, "kubeconfig">): ApiServer {
  const { clusters } = parse(kubeconfig) as { clusters?: { cluster: { server: string } }[] };
  const url = new URL(clusters?.[0]?.cluster.server ?? "");
  return { host: url.hostname.replace(/^\[|\]$/g, ""), port: Number(url.port || 443) };
}

/** A Unix socket that leads to the API server: the provider's own, or one of ours that dials the network address. */
export async function apiSocket(
  cluster: Reached,
  { host, port }: ApiServer,
  slot: Slot,
  undo: AsyncDisposableStack,
): Promise<string> {
  if (cluster.apiSocket !== undefined) return cluster.apiSocket;
  const path = join(slot.directory, "api.sock");
  const relay = createServer((near) => {
    const far = dial({ host, port });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.pipe(other);
      one.on("error", () => other.destroy());
    }
  });
  await new Promise<void>((resolve, reject) => relay.once("error", reject).listen(path, resolve));
  relay.unref();
  undo.defer(() => void relay.close());
  return path;
}

/** Opens a place of the sandbox's network. Whoever connects there is led to the socket and nowhere else. */
export async function openForward(
  pid: number,
  { address, port, socket }: Forward,
  signal?: AbortSignal,
): Promise<void> {
  const family = address.includes(":") ? 6 : 4;
  const listen = `TCP${family}-LISTEN:${port},bind=${address.includes(":") ? `[${address}]` : address}`;
  // In the sandbox's network and among its processes, so that it ends with them; but it sees the host's files.
  const child = await start(
    "nsenter",
    [
      ...[`--target=${pid}`, "--net", "--pid", "socat"],
      `${listen},fork,backlog=128,max-children=${connections}`,
      `UNIX-CONNECT:${socket}`,
    ],
    { env: { PATH: process.env.PATH } },
  );
  const listening = async () => (child.raw.exitCode === null ? await listens(pid, port, family) : "died");
  const state = await until(listening, { deadlineMs: 10_000, everyMs: 3, signal });
  if (state === true) return;
  throw new SandboxProblem("NOT_STARTED", `sandbox: expected a listener at ${address}:${port}, found none`);
}

/** Asks the kernel, as the sandbox's first process sees the network: a connection to try it would count as one. */
async function listens(pid: number, port: number, family: 4 | 6): Promise<boolean> {
  const table = await readFile(`/proc/${pid}/net/${family === 4 ? "tcp" : "tcp6"}`, "utf8");
  const hex = port.toString(16).toUpperCase().padStart(4, "0");
  return table.split("\n").some((line) => new RegExp(`^\\s*\\d+: \\w+:${hex} \\w+:0000 0A `).test(line));
}
