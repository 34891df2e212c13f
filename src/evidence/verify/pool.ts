import { setImmediate as otherWork } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { RangeResult, RangeTask } from "./range.ts";
import { rangeChecker } from "./read-range.ts";

/** Whoever checks ranges. */
export interface Checkers {
  /** Ranges that it pays to have under way at once. */
  readonly atOnce: number;
  check(task: RangeTask): Promise<RangeResult>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** For small logs: the calling thread, which looks up between ranges. */
export function thisThread(): Checkers {
  const check = rangeChecker();
  return {
    atOnce: 1,
    check: async (task) => {
      await otherWork();
      return check(task);
    },
    [Symbol.asyncDispose]: async () => {},
  };
}

interface Job {
  readonly task: RangeTask;
  readonly done: PromiseWithResolvers<RangeResult>;
}

export function threads(many: number): Checkers {
  const waiting: Job[] = [];
  const idle: (() => void)[] = [];
  const workers = Array.from({ length: many }, () => startWorker(waiting, idle));
  return {
    // One range more for each thread than it works on, so that none waits for the thread that gives them out.
    atOnce: many * 2,
    check: (task) => {
      const done = Promise.withResolvers<RangeResult>();
      done.promise.catch(() => {}); // Whoever asked may have given up on it after an earlier range.
      waiting.push({ task, done });
      idle.pop()?.();
      return done.promise;
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

/**
 * Little is alive at any time; without limits each thread would let tens of megabytes of garbage gather. The longest line
 * that somebody could make up takes a good part of the second.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 384 };

function startWorker(waiting: Job[], idle: (() => void)[]): Worker {
  const script = fileURLToPath(import.meta.url).replace(/pool\.(ts|js)$/, "worker.$1");
  const worker = new Worker(script, { resourceLimits });
  let current: Job | undefined;
  const next = () => {
    current = waiting.shift();
    if (current === undefined) idle.push(next);
    else worker.postMessage(current.task);
  };
  worker.on("message", (result: RangeResult) => {
    current?.done.resolve(result);
    next();
  });
  worker.on("error", (error) => {
    current?.done.reject(error);
    for (const { done } of waiting.splice(0)) done.reject(error);
  });
  next();
  return worker;
}
