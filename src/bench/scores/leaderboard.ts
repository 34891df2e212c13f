import { compareTrials } from "./compare.ts";
import { type Scored, type Summary, summarise } from "./summary.ts";

export interface Standing extends Summary {
  /** One more than there are agents that are better beyond chance, so that many may share a place. */
  readonly rank: number;
  /** Agents from which the data cannot tell it apart. */
  readonly level: readonly string[];
}

/** Sorted by what passed, then by Ops; the order within a rank means nothing. */
export function leaderboardOf(trials: readonly Scored[]): Standing[] {
  const of = (agent: string) => trials.filter((trial) => trial.agent === agent);
  const summaries = summarise(trials);
  const standings = summaries.map((summary): Standing => {
    const others = summaries
      .filter(({ agent }) => agent !== summary.agent)
      .map(({ agent }) => ({ agent, is: compareTrials(of(summary.agent), of(agent)).overall.verdict }));
    return {
      ...summary,
      rank: 1 + others.filter(({ is }) => is === "better").length,
      level: others.filter(({ is }) => is === "cannot tell").map(({ agent }) => agent),
    };
  });
  return standings.sort((a, b) => a.rank - b.rank || b.passAt1.mean - a.passAt1.mean || b.ops.mean - a.ops.mean);
}
