import type { Report } from "../../process/index.ts";
import type { TrialResult, Verdict } from "../model.ts";
import type { LockedTrial, RunLock, StoredTrial } from "../results/index.ts";

export interface LiveProgress {
  /** For the steps of one trial. */
  of(planned: LockedTrial): Report;
  ended(planned: LockedTrial, result: TrialResult): void;
  finished(): void;
  stopped(): void;
}

/** What runs, at which step, what passed, and how long it will still take. */
export function liveProgress(
  report: Report,
  lock: RunLock,
  before: readonly StoredTrial[],
  jobs: number,
  now: () => number = () => performance.now(),
): LiveProgress {
  const step = `${lock.kind} ${lock.name}`;
  const total = lock.trials.length;
  const began = new Map<string, number>();
  const steps = new Map<string, string>();
  const verdicts = before.map(({ verdict }) => verdict);
  const seconds: number[] = [];

  const tell = (state: "running" | "done" | "failed" = "running") => {
    const parts = [tally(verdicts), ...(state === "running" ? [remaining(), [...steps.values()].join("; ")] : [])];
    const note = parts.filter((part) => part !== "").join("; ");
    report({ step, state, whole: true, done: verdicts.length, total, unit: "trials", ...(note ? { note } : {}) });
  };
  const remaining = () => {
    if (seconds.length === 0) return "";
    const mean = seconds.reduce((sum, each) => sum + each, 0) / seconds.length;
    const gone = [...steps.keys()].map((trial) => (now() - (began.get(trial) ?? now())) / 1_000);
    const underWay = gone.reduce((sum, each) => sum + Math.max(0, mean - each), 0);
    const left = ((total - verdicts.length - steps.size) * mean + underWay) / jobs;
    return left < 90 ? `about ${Math.ceil(left)} s left` : `about ${Math.ceil(left / 60)} min left`;
  };
  const nameOf = ({ task, agent, seed, attempt }: LockedTrial) =>
    [task, agent, `seed ${seed}`, ...(lock.attempts > 1 ? [`attempt ${attempt}`] : [])].join(" ");
  return {
    of: (planned) => {
      began.set(planned.trial, now());
      return (news) => {
        steps.set(planned.trial, `${planned.task} ${planned.agent}: ${news.note ?? news.step}`);
        report({ ...news, step: nameOf(planned) });
        tell();
      };
    },
    ended: (planned, { verdict }) => {
      steps.delete(planned.trial);
      verdicts.push(verdict);
      seconds.push((now() - (began.get(planned.trial) ?? now())) / 1_000);
      const well = verdict === (planned.wanted ?? "pass");
      const note = planned.wanted && !well ? `${verdict}, expected ${planned.wanted}` : verdict;
      report({ step: nameOf(planned), state: well ? "done" : "failed", note });
      tell();
    },
    finished: () => tell("done"),
    stopped: () => tell("failed"),
  };
}

function tally(verdicts: readonly Verdict[]): string {
  return (["pass", "fail", "unsafe", "void"] as const)
    .map((verdict) => ({ verdict, count: verdicts.filter((each) => each === verdict).length }))
    .filter(({ count }) => count > 0)
    .map(({ verdict, count }) => `${count} ${verdict}`)
    .join(", ");
}
