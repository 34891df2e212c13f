import { rm } from "node:fs/promises";
import { isIP } from "node:net";
import { join } from "node:path";
import { run } from "../process/index.ts";
import { boot } from "./boot.ts";
import { makeGroup } from "./cgroups.ts";
import { apiServerOf, apiSocket, openForward, type Reached } from "./forward.ts";
import { imageRoot } from "./image-root.ts";
import { goInside } from "./inside.ts";
import { hireJanitor } from "./janitor.ts";
import { bindsOf, layOut, userOf } from "./layout.ts";
import { limitsOf } from "./limits.ts";
import type { Sandbox, SandboxOptions } from "./model.ts";
import { answerNames } from "./names.ts";
import { claimSlot, sweepSandboxes } from "./slots.ts";
import { offer } from "./tools.ts";

/** Makes a sandbox: what an agent may see and use, and nothing else. */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { cluster, report = () => {}, signal = new AbortController().signal } = options;
  const limits = limitsOf(options.limits);
  await sweepSandboxes();
  const image = await imageRoot("toolbox", { report, signal });
  const tools = await offer(options.tools ?? [], { report, signal });
  await using undo = new AsyncDisposableStack();
  const slot = await claimSlot();
  const janitor = hireJanitor(slot.number, slot.directory);
  undo.defer(() => janitor.dismiss());
  const group = await makeGroup(slot.number, limits);
  const user = userOf(slot, options.user ?? "agent");

  const joined = cluster !== undefined && options.network === "cluster";
  const server = cluster && apiServerOf(cluster);
  const isAddress = server === undefined || isIP(server.host) !== 0;
  const address = server !== undefined && isAddress ? server.host : "127.0.0.1";
  const kubeconfig = `${user.home}/.kube/config`;
  await layOut({
    ...{ slot, user },
    files: [
      ...(options.kubeconfig === undefined ? [] : [{ path: kubeconfig, content: options.kubeconfig, mode: 0o600 }]),
      ...tools.files,
      ...(options.files ?? []),
    ],
    writable: options.writable ?? [],
    binds: [
      ...tools.binds,
      ...(await bindsOf(options.mounts ?? [])),
      ...(options.socket ? [{ source: options.socket, target: "/run/airworthy", kind: "directory" as const }] : []),
    ],
    hosts: [
      { address, names: [...(server === undefined || isAddress ? [] : [server.host]), ...(options.hosts ?? [])] },
    ],
    resolvConf: joined ? await namesOfCluster(cluster) : "# no names: nothing but the API server can be reached\n",
  });
  const { pid, exited, end } = await boot({
    ...{ slot, image, disk: limits.disk, network: joined ? "joined" : "own", members: group.members },
    address: address.startsWith("127.") || address === "::1" ? "" : address,
    join: cluster && ((program, args) => cluster.command(program, args)),
  });
  undo.defer(async () => void (await end()));
  let over = false;
  const ended = exited.then(() => {
    over = true;
  });
  await rm(join(slot.directory, "files"), { recursive: true });
  const forwards = [...(options.forwards ?? [])];
  if (cluster !== undefined && server !== undefined && !joined)
    forwards.push({ address, port: server.port, socket: await apiSocket(cluster, server, slot, undo) });
  await Promise.all(forwards.map((forward) => openForward(pid, forward, signal)));
  if (!joined && options.onName) undo.use(await answerNames(pid, options.onName));

  const inside = goInside({
    ...{ slot, user, group, limits, pid, directory: options.directory ?? "/workspace" },
    env: { ...(options.kubeconfig === undefined ? {} : { KUBECONFIG: kubeconfig }), ...options.env },
    isOver: () => over,
  });
  const stack = undo.move();
  return {
    ...{ uid: user.hostId, limits, ended, ...inside },
    weaknesses: group.unlimited.map((what) => weaknesses[what]),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const weaknesses = {
  memory: "memory is limited for each process, not for all together: no control group for it",
  processes: "processes are counted by the kernel for the user, and nobody tells when the limit was reached",
  cpu: "processor time is not limited: no control group for it",
};

/** The names that work in the cluster's network. */
async function namesOfCluster({ command }: Reached): Promise<string> {
  const { file, args, env } = command("cat", ["/etc/resolv.conf"]);
  return (await run(file, args, { env })).stdout;
}
