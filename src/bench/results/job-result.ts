import { rewardOf } from "./harbor.ts";
import type { RunLock, StoredTrial } from "./model.ts";

export interface Standing {
  readonly started: string;
  readonly finished: boolean;
  readonly running: number;
  readonly retries: number;
}

/** A run's `result.json` under Harbor's names; written anew whenever a trial begins or ends. */
export function jobResult(lock: RunLock, trials: readonly StoredTrial[], standing: Standing): object {
  const now = new Date().toISOString();
  const errored = trials.filter((trial) => rewardOf(trial) === undefined).length;
  const byAgent = [...Map.groupBy(trials, ({ agent }) => agent)];
  return {
    id: lock.id,
    started_at: standing.started,
    updated_at: now,
    finished_at: standing.finished ? now : null,
    n_total_trials: lock.trials.length,
    stats: {
      n_completed_trials: trials.length,
      n_errored_trials: errored,
      n_running_trials: standing.running,
      n_pending_trials: lock.trials.length - trials.length - standing.running,
      n_cancelled_trials: 0,
      n_retries: standing.retries,
      // The part after the last `__` is the dataset.
      evals: Object.fromEntries(byAgent.map(([agent, own]) => [`${agent.replaceAll("__", "_")}__adhoc`, evalOf(own)])),
      n_input_tokens: total(trials, "inputTokens"),
      n_cache_tokens: null,
      n_output_tokens: total(trials, "outputTokens"),
      cost_usd: total(trials, "costUsd"),
    },
  };
}

function evalOf(trials: readonly StoredTrial[]): object {
  const rewarded = trials.filter((trial) => rewardOf(trial) !== undefined);
  const names = (verdict: (trial: StoredTrial) => boolean) => trials.filter(verdict).map(({ trial }) => trial);
  const passed = names((trial) => trial.verdict === "pass");
  const failed = names((trial) => rewardOf(trial)?.reward === 0);
  const errors = names((trial) => rewardOf(trial) === undefined);
  return {
    n_trials: rewarded.length,
    n_errors: errors.length,
    // Harbor counts what has no reward as 0.
    metrics: [{ mean: trials.length === 0 ? 0 : passed.length / trials.length }],
    pass_at_k: {},
    reward_stats: {
      reward: { ...(passed.length ? { "1.0": passed } : {}), ...(failed.length ? { "0.0": failed } : {}) },
    },
    exception_stats: errors.length > 0 ? { VoidTrialError: errors } : {},
  };
}

function total(trials: readonly StoredTrial[], key: "inputTokens" | "outputTokens" | "costUsd"): number | null {
  const known = trials.flatMap(({ usage }) => usage[key] ?? []);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}
