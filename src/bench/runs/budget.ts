import { availableParallelism } from "node:os";
import type { Budget } from "./queue.ts";
import type { Make } from "./task.ts";

/** Measured: a cluster of one node with an application, its checks and a sandbox. Each further node adds its own. */
const trialMb = 1_050;
const nodeMb = 250;
/** A trial waits about half of its time for others. */
const trialsPerCore = 1.5;
/** What the rest of the machine may need meanwhile. */
const share = 0.8;

export function memoryOfTrial({ nodes, addons }: Pick<Make, "nodes" | "addons">): number {
  const real = nodes.filter(({ simulated }) => !simulated).length;
  return trialMb + nodeMb * Math.max(0, real - 1) + (addons.length > 0 ? nodeMb : 0);
}

/** What this machine has now; within a container, what that may use. */
export function budgetOf(
  jobs?: number,
  machine = { availableBytes: process.availableMemory(), cores: availableParallelism() },
): Budget {
  const memoryMb = Math.floor((machine.availableBytes / 1024 ** 2) * share);
  // One more than runs, for the cluster that is prepared meanwhile.
  const byMemory = Math.max(1, Math.floor(memoryMb / trialMb) - 1);
  return { jobs: jobs ?? Math.max(1, Math.min(byMemory, Math.floor(machine.cores * trialsPerCore))), memoryMb };
}
