import { writeFile } from "node:fs/promises";
import { type Client, connect } from "../../kubernetes/index.ts";
import type { Report } from "../../process/index.ts";
import { apiServer, apiServerName, controllerManager, etcd, type Program, scheduler } from "./control-plane.ts";
import { type Daemons, superviseDaemons } from "./daemons.ts";
import { kubeconfigText } from "./kubeconfig.ts";
import type { Machine } from "./machine.ts";
import { bootControl, bootNode, type MachinesInput } from "./machines.ts";
import { wire } from "./network.ts";
import { containerd, kubelet, kubeProxy } from "./node.ts";
import { createAuthority } from "./pki.ts";
import type { Plan, PlannedNode } from "./plan.ts";
import { waitForPath } from "./ready.ts";

export interface BootInput extends MachinesInput {
  readonly report: Report;
  readonly signal: AbortSignal;
}

/** A cluster whose programs run. Disposing it ends them all. */
export interface Running extends AsyncDisposable {
  readonly plan: Plan;
  readonly control: Machine;
  readonly nodes: readonly Machine[];
  readonly client: Client;
  readonly daemons: Daemons;
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
  const daemons = undo.use(superviseDaemons(signal, paths.directory));
  const start = (machine: Machine, ...programs: Program[]) =>
    Promise.all(programs.map((program) => daemons.start(machine, program.name, program.args)));

  // The API server takes longest, so its machine does not wait for the nodes'.
  const [control, ...nodes] = await step("start machines", () =>
    bootAll([
      async () => {
        const machine = await bootControl(input, authority, front);
        undo.defer(() => machine.stop());
        await start(machine, etcd(), apiServer(plan));
        return machine;
      },
      ...plan.nodes.map((node) => async () => {
        const machine = await bootNode(input, node, authority);
        undo.defer(() => machine.stop());
        await start(machine, containerd());
        return machine;
      }),
    ]),
  );
  await wire(plan, control, nodes);
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

  // Each program starts as soon as the API server has what it asks for first: a refused request costs it a second.
  await step("start the API server", async () => {
    await waitForPath("/version", client, daemons, signal);
    await Promise.all(nodes.map((machine, index) => start(machine, kubelet(plan.nodes[index] as PlannedNode))));
    await waitForPath("/readyz/poststarthook/rbac/bootstrap-roles", client, daemons, signal);
    await start(control, controllerManager(plan), scheduler());
    await Promise.all(nodes.map((machine, index) => start(machine, kubeProxy(plan, plan.nodes[index] as PlannedNode))));
    await waitForPath("/readyz", client, daemons, signal);
  });
  const stack = undo.move();
  return {
    plan,
    control,
    nodes,
    client,
    daemons,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** Boots machines at once. Should one fail, the others are there to be undone before the error goes on. */
async function bootAll(boots: readonly (() => Promise<Machine>)[]): Promise<[Machine, ...Machine[]]> {
  const results = await Promise.allSettled(boots.map((boot) => boot()));
  const failure = results.find((result) => result.status === "rejected");
  if (failure) throw failure.reason;
  return results.map((result) => (result as PromiseFulfilledResult<Machine>).value) as [Machine, ...Machine[]];
}

function resolvConf(plan: Plan): string {
  return `nameserver ${plan.dnsAddress}\nsearch default.svc.cluster.local svc.cluster.local cluster.local\noptions ndots:5\n`;
}
