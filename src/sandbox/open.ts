import { rm, statfs } from "node:fs/promises";
import { isIP } from "node:net";
import { join } from "node:path";
import { run } from "../process/index.ts";
import { boot } from "./boot.ts";
import { makeGroup } from "./cgroups.ts";
import { enter } from "./enter.ts";
import { execute } from "./execute.ts";
import { apiServerOf, apiSocket, openForward } from "./forward.ts";
import { imageRoot } from "./image-root.ts";
import { layOut, userOf } from "./layout.ts";
import { limitsOf } from "./limits.ts";
import type { ExecOptions, Executed, Sandbox, SandboxFile, SandboxOptions } from "./model.ts";
import { SandboxProblem } from "./problem.ts";
import { claimSlot, releaseSlot, sweepSandboxes } from "./slots.ts";
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
  undo.defer(() => releaseSlot(slot));
  const group = await makeGroup(slot.number, limits);
  const user = userOf(slot, options.user ?? "agent");

  const joined = options.network === "cluster";
  const server = apiServerOf(cluster);
  const isAddress = isIP(server.host) !== 0;
  const address = isAddress ? server.host : "127.0.0.1";
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
      ...(options.socket ? [{ source: options.socket, target: "/run/airworthy", kind: "directory" as const }] : []),
    ],
    hosts: [{ address, names: [...(isAddress ? [] : [server.host]), ...(options.hosts ?? [])] }],
    resolvConf: joined ? await namesOfCluster(cluster) : "# no names: nothing but the API server can be reached\n",
  });
  const { pid, exited, end } = await boot({
    ...{ slot, image, disk: limits.disk, network: joined ? "joined" : "own", members: group.members },
    address: address.startsWith("127.") || address === "::1" ? "" : address,
    join: (program, args) => cluster.command(program, args),
  });
  undo.defer(async () => void (await end()));
  let over = false;
  const ended = exited.then(() => {
    over = true;
  });
  await rm(join(slot.directory, "files"), { recursive: true });
  const forwards = [...(options.forwards ?? [])];
  if (!joined) forwards.push({ address, port: server.port, socket: await apiSocket(cluster, server, slot, undo) });
  await Promise.all(forwards.map((forward) => openForward(pid, forward, signal)));

  const entrance = {
    ...{ pid, limits, unlimited: group.unlimited, directory: options.directory ?? "/workspace" },
    env: { ...(options.kubeconfig === undefined ? {} : { KUBECONFIG: kubeconfig }), ...options.env },
  };
  const userNamed = (name = user.name) => userOf(slot, name);
  const alive = () => {
    if (over) throw new SandboxProblem("ENDED", "sandbox: expected it to be there, found it ended");
  };
  let commands = 0;

  const exec = async (words: readonly string[], how: ExecOptions = {}): Promise<Executed> => {
    alive();
    const own = await group.within(`command-${++commands}`);
    const entering = { ...how, user: userNamed(how.user), members: own?.members ?? group.members };
    return execute({
      command: enter(entrance, words, entering),
      options: how,
      timeoutSeconds: how.timeoutSeconds ?? limits.seconds,
      maxOutput: how.maxOutput ?? limits.output,
      kill: () => own?.kill() ?? killEverybody(entering),
      strikes: group.strikes,
      isDiskFull: () => isFull(pid),
    });
  };
  /** Where no group says who belongs to a command, everybody of its user goes. */
  const killEverybody = async (entering: Parameters<typeof enter>[2]) => {
    const { file, args, env } = enter(entrance, ["sh", "-c", "kill -9 -1"], entering);
    await run(file, args, { env, allowFailure: true });
  };

  const stack = undo.move();
  return {
    ...{ uid: user.hostId, limits, exec, ended },
    weaknesses: group.unlimited.map((what) => weaknesses[what]),
    command: (words, how = {}) => {
      alive();
      return enter(entrance, words, { ...how, user: userNamed(how.user), members: group.members });
    },
    read: async (path, stop) => {
      const { code, stdout, stderr, truncated, why } = await exec(["cat", "--", path], {
        ...{ timeoutSeconds: 10, maxOutput: 2 * limits.output },
        ...(stop ? { signal: stop } : {}),
      });
      if (code === 0 && !truncated) return stdout;
      const found = truncated ? `more than ${2 * limits.output} bytes` : (why ?? stderr.trim());
      throw new SandboxProblem("UNREADABLE", `${path}: expected a file that can be read, found: ${found}`);
    },
    write: async (files, stop) => {
      for (const file of files) await put(exec, file, stop);
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const weaknesses = {
  memory: "memory is limited for each process, not for all together: no control group for it",
  processes: "processes are counted by the kernel for the user, and nobody tells when the limit was reached",
  cpu: "processor time is not limited: no control group for it",
};

async function put(exec: Sandbox["exec"], { path, content, mode = 0o644 }: SandboxFile, signal?: AbortSignal) {
  const script = 'mkdir -p "$(dirname "$1")" && cat > "$1" && chmod "$2" "$1"';
  const { code, stderr, why } = await exec(["sh", "-c", script, "sh", path, mode.toString(8)], {
    ...{ stdin: content, timeoutSeconds: 30 },
    ...(signal ? { signal } : {}),
  });
  if (code === 0) return;
  const found = `${path}: expected to write it, found: ${stderr.trim()}`;
  throw new SandboxProblem(why === "disk" ? "NO_ROOM" : "UNREADABLE", found);
}

/** Of room or of files: the sandbox's whole disk is the one that its root directory is on. */
async function isFull(pid: number): Promise<boolean> {
  const now = await statfs(`/proc/${pid}/root/`).catch(() => undefined);
  return now !== undefined && (now.bavail === 0 || now.ffree === 0);
}

/** The names that work in the cluster's network. */
async function namesOfCluster({ command }: SandboxOptions["cluster"]): Promise<string> {
  const { file, args, env } = command("cat", ["/etc/resolv.conf"]);
  return (await run(file, args, { env })).stdout;
}
