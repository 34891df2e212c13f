import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Client, connect } from "../../kubernetes/index.ts";
import type { Report } from "../../process/index.ts";
import { apiServer, apiServerName, controllerManager, etcd, scheduler, writeControlFiles } from "./control-plane.ts";
import { type Daemons, superviseDaemons } from "./daemons.ts";
import { storeBinds } from "./image-store.ts";
import { kubeconfigText } from "./kubeconfig.ts";
import { type Bind, bootMachine, type Machine } from "./machine.ts";
import { wire } from "./network.ts";
import { announcementsInMachine, containerd, kubelet, kubeProxy, nodeFiles, writeNodeFiles } from "./node.ts";
import type { ClusterPaths } from "./paths.ts";
import { type Authority, createAuthority } from "./pki.ts";
import type { Plan } from "./plan.ts";
import { waitForApi } from "./ready.ts";

export interface BootInput {
  /** Unique on this host; names the cgroups. */
  readonly id: string;
  readonly plan: Plan;
  readonly paths: ClusterPaths;
  readonly tools: string;
  /** The prepared image store that every node starts with. */
  readonly store: string;
  readonly report: Report;
  readonly signal: AbortSignal;
}

/** A cluster whose programs run. Disposing it ends them all. */
export interface Running extends AsyncDisposable {
  readonly plan: Plan;
  readonly control: Machine;
  readonly nodes: readonly Machine[];
  readonly authority: Authority;
  readonly client: Client;
  readonly daemons: Daemons;
  readonly kubeconfig: string;
}

/** From nothing to an API server that answers and nodes that register. Nothing waits for what it does not need. */
export async function boot(input: BootInput): Promise<Running> {
  const { plan, paths, report, signal } = input;
  await using undo = new AsyncDisposableStack();
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    signal.throwIfAborted();
    report({ step: name, state: "running" });
    const result = await work();
    report({ step: name, state: "done" });
    return result;
  };

  const authority = await createAuthority("airworthy");
  const front = await createAuthority("airworthy-front-proxy");
  const machines = await step("start machines", () => bootMachines(input, authority, front, undo));
  const [control, ...nodes] = machines as [Machine, ...Machine[]];
  await step("connect machines", () => wire(plan, control, nodes));

  const daemons = undo.use(superviseDaemons(signal, paths.directory));
  const inControl = (program: { name: string; args: readonly string[] }) =>
    daemons.start(control, program.name, program.args);
  await inControl(etcd());
  await inControl(apiServer(plan));
  await Promise.all(nodes.map((node) => daemons.start(node, containerd().name, containerd().args)));
  await daemons.startOnHost("api-socket", control, [
    "socat",
    `UNIX-LISTEN:${paths.apiSocket},fork,mode=600,unlink-early,backlog=512`,
    `TCP:127.0.0.1:${plan.apiPort}`,
  ]);
  await daemons.startOnHost("registry-socket", control, [
    "socat",
    `TCP-LISTEN:${plan.registryPort},bind=${plan.control.address},fork,reuseaddr,backlog=512`,
    `UNIX-CONNECT:${paths.registrySocket}`,
  ]);

  const admin = await authority.issue({ commonName: "airworthy-admin", organisations: ["system:masters"] });
  const client = undo.use(
    connect(
      { url: `https://${apiServerName}:${plan.apiPort}`, socketPath: paths.apiSocket },
      { ca: authority.cert, ...admin },
    ),
  );
  const kubeconfig = kubeconfigText({
    server: `https://${plan.control.address}:${plan.apiPort}`,
    ca: authority.cert,
    user: "airworthy-admin",
    name: plan.spec.name,
    ...admin,
  });
  await writeFile(paths.kubeconfig, kubeconfig, { mode: 0o600 });
  await writeFile(paths.resolvConf, resolvConf(plan));

  await step("start the API server", () => waitForApi(client, daemons, signal));
  await Promise.all([
    inControl(controllerManager(plan)),
    inControl(scheduler()),
    ...nodes.flatMap((machine, index) => {
      const node = plan.nodes[index];
      if (!node) return [];
      const programs = [kubelet(node), kubeProxy(plan, node)];
      return programs.map((program) => daemons.start(machine, program.name, program.args));
    }),
  ]);
  const stack = undo.move();
  return {
    plan,
    control,
    nodes,
    authority,
    client,
    daemons,
    kubeconfig,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

async function bootMachines(
  { id, plan, paths, tools, store }: BootInput,
  authority: Authority,
  front: Authority,
  undo: AsyncDisposableStack,
): Promise<Machine[]> {
  await mkdir(paths.audit, { recursive: true, mode: 0o700 });
  await mkdir(paths.announcements, { recursive: true, mode: 0o700 });
  const one = async (name: string, binds: readonly Bind[], files: Record<string, string>) => {
    const machine = await bootMachine({
      cluster: id,
      name,
      directory: join(paths.machines, name),
      tools,
      binds,
      files,
    });
    undo.defer(() => machine.stop());
    return machine;
  };
  const control = async () => {
    const keys = await writeControlFiles(plan, authority, front, join(paths.keys, "control"));
    const audit: Bind = { source: paths.audit, target: "/var/log/audit", mode: "rw" };
    return one("control", [...keys, audit], { "/etc/hosts": "127.0.0.1 localhost\n" });
  };
  const node = async (planned: Plan["nodes"][number]) => {
    const keys = await writeNodeFiles(plan, planned, authority, join(paths.keys, planned.name));
    const images = await storeBinds(store, join(paths.machines, planned.name));
    const announcements: Bind = { source: paths.announcements, target: announcementsInMachine, mode: "rw" };
    return one(planned.name, [...keys, ...images, announcements], nodeFiles(plan, planned));
  };
  return Promise.all([control(), ...plan.nodes.map(node)]);
}

function resolvConf(plan: Plan): string {
  return `nameserver ${plan.dnsAddress}\nsearch default.svc.cluster.local svc.cluster.local cluster.local\noptions ndots:5\n`;
}
