import { type Versus, versus } from "../scores/index.ts";
import type { Run } from "./model.ts";

/** What a run says about new versions, each against its baseline. */
export function comparisonsIn({ lock, trials }: Pick<Run, "lock" | "trials">): Versus[] {
  const { comparisons = [], tasks } = lock;
  const of = (agent: string) => [agent, trials.filter((trial) => trial.agent === agent)] as const;
  const areaOf = (task: string) => tasks.find(({ name }) => name === task)?.category ?? "other";
  return comparisons.map(({ baseline, candidate }) => versus(of(baseline), of(candidate), areaOf));
}
