import type { Report } from "../process/index.ts";
import type { Step } from "./model.ts";

export type Timed = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Steps with their times, told as they begin. */
export function stopwatch(report: Report, trial: string): { steps: Step[]; step: Timed; total(): number } {
  const steps: Step[] = [];
  const start = performance.now();
  const step: Timed = async (name, work) => {
    const began = new Date().toISOString();
    const from = performance.now();
    report({ step: trial, state: "running", note: name });
    try {
      return await work();
    } finally {
      steps.push({ name, began, seconds: secondsSince(from) });
    }
  };
  return { steps, step, total: () => secondsSince(start) };
}

function secondsSince(moment: number): number {
  return Math.round(performance.now() - moment) / 1_000;
}
