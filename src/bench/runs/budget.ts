import { availableParallelism } from "node:os";
import type { Budget } from "./queue.ts";
import type { Make } from "./task.ts";

/** Measured: a cluster of one node with an application, its checks and a sandbox. Each further node adds its own. */
const trialMb = 1_050;
const nodeMb = 250;
/**
 * Whoever asks a model waits for most of the time. Scripts wait for nothing: what is prepared meanwhile takes the rest. Most
 * controls end in failure, and judges wait for long until they believe that.
 */
const trialsPerCore = { thinking: 1.5, scripted: 0.5, controls: 1 };
/** To prepare more keeps no processor busier, and those that run waiting. */
const mostAhead = 1;
/** What the rest of the machine may need meanwhile. */
const share = 0.8;

export function memoryOfTrial({ nodes, addons }: Pick<Make, "nodes" | "addons">): number {
  const real = nodes.filter(({ simulated }) => !simulated).length;
  return trialMb + nodeMb * Math.max(0, real - 1) + (addons.length > 0 ? nodeMb : 0);
}

/** What this machine has now; within a container, what that may use. */
export function budgetOf(
  given?: number,
  agents: keyof typeof trialsPerCore = "thinking",
  machine = { availableBytes: process.availableMemory(), cores: availableParallelism() },
): Budget {
  const memoryMb = Math.floor((machine.availableBytes / 1024 ** 2) * share);
  const trials = Math.floor(memoryMb / trialMb);
  // One less than there is room for: the next one's cluster is prepared meanwhile.
  const jobs = given ?? Math.max(1, Math.min(trials - 1, Math.floor(machine.cores * trialsPerCore[agents])));
  return { jobs, memoryMb, ahead: Math.max(0, Math.min(trials - jobs, mostAhead)) };
}
