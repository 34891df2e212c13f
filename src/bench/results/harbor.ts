import { createHash } from "node:crypto";
import { pathToFileURL } from "node:url";
import type { LockedTrial, RunLock, StoredTrial } from "./model.ts";

/** What Harbor writes for a job and for each of its trials, under Harbor's names, so that its viewer can show a run. */

export function jobConfig(lock: RunLock, runs: string, jobs: number): object {
  return {
    job_name: lock.name,
    jobs_dir: runs,
    n_attempts: lock.attempts,
    n_concurrent_trials: jobs,
    agents: lock.agents.map((name) => ({ name })),
    tasks: lock.tasks.map(({ path }) => ({ path })),
  };
}

export function jobLock(lock: RunLock, jobs: number): object {
  return {
    schema_version: 3,
    created_at: lock.created,
    n_concurrent_trials: jobs,
    retry: { max_retries: 0 },
    trials: lock.trials.map((trial) => ({
      schema_version: 2,
      task: { name: trial.task, type: "local", ...taskOf(lock, trial) },
      agent: agentConfig(trial),
    })),
    airworthy: lock,
  };
}

export function trialConfig(lock: RunLock, trial: LockedTrial, directory: string): object {
  return {
    task: { path: taskOf(lock, trial).path },
    trial_name: trial.trial,
    trials_dir: directory,
    agent: agentConfig(trial),
    job_id: lock.id,
  };
}

function agentConfig({ agent, seed, attempt }: LockedTrial): object {
  return { name: agent, kwargs: { seed, attempt } };
}

function taskOf({ tasks }: RunLock, { task }: Pick<LockedTrial, "task">): { path: string; digest: string } {
  const { path = "", digest = "" } = tasks.find(({ name }) => name === task) ?? {};
  return { path, digest };
}

/** Void trials have no reward, but an exception. */
export function rewardOf({ verdict }: StoredTrial): { reward: number } | undefined {
  return verdict === "void" ? undefined : { reward: verdict === "pass" ? 1 : 0 };
}

export function trialResult(lock: RunLock, planned: LockedTrial, stored: StoredTrial, directory: string): object {
  const { path, digest } = taskOf(lock, planned);
  const { usage, agentInfo } = stored;
  // There, what came from a cache or went into one is input as well.
  const cached = (usage.cacheReadTokens ?? 0) + (usage.cacheWriteTokens ?? 0);
  const reward = rewardOf(stored);
  const [started, finished] = [stored.steps.at(0)?.began ?? lock.created, endOf(stored.steps.at(-1)) ?? lock.created];
  return {
    id: idOf(lock, planned),
    task_name: stored.task,
    trial_name: planned.trial,
    trial_uri: pathToFileURL(`${directory}/${planned.trial}`).href,
    task_id: { path },
    source: null,
    task_checksum: digest.replace(/^sha256:/, ""),
    config: trialConfig(lock, planned, directory),
    agent_info: { name: stored.agent, version: agentInfo?.version ?? "unknown", model_info: modelInfo(stored) },
    agent_result: {
      n_input_tokens: usage.inputTokens === undefined ? null : usage.inputTokens + cached,
      n_cache_tokens: usage.cacheReadTokens ?? null,
      n_output_tokens: usage.outputTokens ?? null,
      cost_usd: usage.costUsd ?? null,
      rollout_details: null,
      metadata: { seed: stored.seed, attempt: stored.attempt, verdict: stored.verdict },
    },
    verifier_result: reward === undefined ? null : { rewards: reward },
    verifier_environment_mode: "separate",
    exception_info:
      reward === undefined
        ? {
            exception_type: "VoidTrialError",
            exception_message: stored.because.join("\n"),
            exception_traceback: "",
            occurred_at: finished,
          }
        : null,
    started_at: started,
    finished_at: finished,
    environment_setup: phaseOf(stored, (at, act) => at < act),
    agent_setup: null,
    agent_execution: phaseOf(stored, (at, act) => at === act),
    verifier: phaseOf(stored, (at, act) => act >= 0 && at > act),
    step_results: null,
  };
}

/** `anthropic/claude-x`: the provider before the first slash. */
function modelInfo({ agentInfo }: StoredTrial): object | null {
  const { model } = agentInfo ?? {};
  if (model === undefined) return null;
  const slash = model.indexOf("/");
  return { name: model.slice(slash + 1), provider: slash < 0 ? null : model.slice(0, slash) };
}

/** A UUID that follows from the run's. */
function idOf(lock: RunLock, { trial }: LockedTrial): string {
  const hex = createHash("sha256").update(`${lock.id}/${trial}`).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}

/** From the first to the last step that belongs to it; a trial that was void early has none after that. */
function phaseOf({ steps }: StoredTrial, belongs: (at: number, act: number) => boolean): object | null {
  const act = steps.findIndex(({ name }) => name === "act");
  const own = steps.filter((_, at) => belongs(at, act < 0 ? Number.POSITIVE_INFINITY : act));
  const [first, last] = [own.at(0), own.at(-1)];
  return first === undefined ? null : { started_at: first.began, finished_at: endOf(last) };
}

function endOf(step: StoredTrial["steps"][number] | undefined): string | undefined {
  return step && new Date(Date.parse(step.began) + step.seconds * 1_000).toISOString();
}
