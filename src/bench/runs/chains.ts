import type { LockedTrial } from "../results/index.ts";

/** Trials that are made one after the other, since each may take over the cluster of the one before it. */
export type Chain = readonly [LockedTrial, ...LockedTrial[]];

/** In their order, the chains of trials where each follows the one before. */
export function chainsOf(
  trials: readonly LockedTrial[],
  follows: (trial: LockedTrial, before: LockedTrial) => boolean,
): Chain[] {
  const chains: [LockedTrial, ...LockedTrial[]][] = [];
  for (const trial of trials) {
    const chain = chains.at(-1);
    const before = chain?.at(-1);
    if (chain && before && follows(trial, before)) chain.push(trial);
    else chains.push([trial]);
  }
  return chains;
}

/** Whether somebody who does nothing was here before, in the same variant of the same task, and left it as this one wants it. */
export function canTakeOver(trial: LockedTrial, before: LockedTrial): boolean {
  const isSame = trial.task === before.task && trial.seed === before.seed;
  const isIdle = ["healthy", "nop"].includes(before.spec ?? before.agent);
  // What is whole can still be broken; what is broken cannot be made whole.
  return isSame && isIdle && (before.healthy === true || trial.healthy !== true);
}
