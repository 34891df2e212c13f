import { z } from "zod";

export type Rewards = Readonly<Record<string, number>>;

/** By the names that readers of Harbor's results know. */
export type RewardError = "RewardFileNotFoundError" | "RewardFileEmptyError" | "VerifierOutputParseError";

/** What tests said: `reward.json` counts before `reward.txt`. */
export function rewardsIn(json: string | undefined, text: string | undefined): Rewards | RewardError {
  const given = json ?? text;
  if (given === undefined) return "RewardFileNotFoundError";
  if (given.trim() === "") return "RewardFileEmptyError";
  const parsed = json === undefined ? { reward: Number(given.trim()) } : parse(json);
  const rewards = z.record(z.string(), z.number()).safeParse(parsed);
  return rewards.success ? rewards.data : "VerifierOutputParseError";
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether the next step is taken. */
export function isEnough(rewards: Rewards, least: Rewards | undefined): boolean {
  return Object.entries(least ?? {}).every(([key, value]) => (rewards[key] ?? Number.NEGATIVE_INFINITY) >= value);
}

/** The rewards of a task from those of the steps that were taken and judged. */
export function combined(steps: readonly Rewards[], how: "mean" | "final"): Rewards {
  if (how === "final") return steps.at(-1) ?? {};
  const keys = [...new Set(steps.flatMap(Object.keys))];
  const sum = (key: string) => steps.reduce((total, step) => total + (step[key] ?? 0), 0);
  return Object.fromEntries(keys.map((key) => [key, sum(key) / steps.length]));
}
