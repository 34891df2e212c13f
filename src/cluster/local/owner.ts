import type { Report } from "../../process/index.ts";
import type { ClusterSpec } from "../provider.ts";
import { applyAddons, waitForAddons } from "./apply-addons.ts";
import { boot } from "./boot.ts";
import { hireJanitor } from "./janitor.ts";
import { clusterPaths } from "./paths.ts";
import { planCluster } from "./plan.ts";
import { waitForNodes } from "./ready.ts";
import { type ClusterRecord, createRecord, refTo, writeRecord } from "./record.ts";
import { completeNodes, serveImages, startServices } from "./services.ts";
import { simulateNodes } from "./simulated-nodes.ts";
import { offerSpare } from "./spare.ts";
import { bringSupplies } from "./supplies.ts";

export interface OwnOptions {
  readonly id: string;
  readonly name: string;
  readonly spec: ClusterSpec;
  /** The state to reach: a spare waits for a name. */
  readonly become: "ready" | "spare";
  /** What its programs are to use little of. */
  readonly saves: "memory" | "time";
  readonly report: Report;
  readonly signal: AbortSignal;
}

/** A cluster that this process keeps. It ends with the process at the latest, and then leaves nothing. */
export interface Owned extends AsyncDisposable {
  readonly record: ClusterRecord;
  /** Settles when a machine of the cluster has ended by itself. */
  readonly ended: Promise<string>;
}

export async function ownCluster(options: OwnOptions): Promise<Owned> {
  const { id, name, spec, report, signal } = options;
  const paths = clusterPaths(id);
  const plan = planCluster(spec);
  const first: ClusterRecord = {
    ...{ id, name, spec, tools: "", store: "" },
    state: "starting",
    since: new Date().toISOString(),
    owner: refTo(process.pid),
    machines: {},
  };
  await createRecord(first);
  await using undo = new AsyncDisposableStack();
  const janitor = hireJanitor(id);
  undo.defer(() => janitor.dismiss());
  const over = new AbortController();
  undo.defer(() => over.abort());
  const alive = AbortSignal.any([signal, over.signal]);

  const { tools, binaries, store } = await bringSupplies(spec, { report, signal });
  await writeRecord({ ...first, tools, store });
  undo.use(await serveImages({ paths, report, signal: alive }, binaries));
  const running = undo.use(await boot({ id, plan, paths, tools, store, saves: options.saves, report, signal: alive }));
  const { client, daemons } = running;

  await startServices({ running, paths, report, signal: alive });
  report({ step: "wait for nodes and DNS", state: "running" });
  await Promise.all([
    applyAddons(client, plan, alive),
    simulateNodes(running, paths, { report, signal: alive }),
    waitForNodes(plan, client, daemons, alive).then(() => completeNodes(running, alive)),
  ]);
  await waitForAddons(client, plan, daemons, alive);
  report({ step: "wait for nodes and DNS", state: "done" });
  daemons.keepAlive();

  const machines = [running.control, ...running.nodes];
  const record: ClusterRecord = {
    ...first,
    tools,
    store,
    state: options.become,
    machines: Object.fromEntries(machines.map((machine) => [machine.name, machine.pid])),
  };
  await writeRecord(record);
  if (options.become === "spare") await offerSpare(id);
  const stack = undo.move();
  return {
    record,
    ended: Promise.race(machines.map(async (machine) => `machine ${machine.name} ended (${await machine.ended})`)),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
