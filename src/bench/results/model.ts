import type { Expected, Task } from "../../task/index.ts";
import type { Verdict } from "../model.ts";
import type { Recording } from "../recording.ts";
import type { Scored, Standing, Summary } from "../scores/index.ts";

/** All that a run is made from. Whoever has it, and tasks with these digests, can make the run again. */
export interface RunLock {
  readonly schema: "airworthy-run/1";
  readonly id: string;
  readonly name: string;
  readonly created: string;
  /** `controls`: each task with its own ways of working and the verdicts that they must get. */
  readonly kind: "run" | "controls";
  readonly versions: Versions;
  readonly tasks: readonly LockedTask[];
  /** As on the command line; of controls none, for they come with the tasks. */
  readonly agents: readonly string[];
  readonly attempts: number;
  /** What of the agents' work is recorded. */
  readonly recorder?: Recording;
  /** What agents look at frozen incidents with. */
  readonly looking?: "shell" | "tools";
  /** Of a matrix: what stands behind each name among the agents. */
  readonly configurations?: readonly Configuration[];
  /** Of a matrix with a baseline: who is held against whom, by these names. */
  readonly comparisons?: readonly { readonly baseline: string; readonly candidate: string }[];
  readonly seeds: readonly string[];
  /** Everything that is to be tried, in order. */
  readonly trials: readonly LockedTrial[];
}

/** One agent in one way of working. */
export interface Configuration {
  /** As which it is listed. */
  readonly name: string;
  /** How it is made, as after --agent. */
  readonly spec: string;
  readonly recorder: Recording;
  readonly model?: string;
  readonly prompt?: string;
  readonly tools?: string;
}

export interface Versions {
  readonly airworthy: string;
  readonly kubernetes: string;
  readonly node: string;
  readonly score: string;
}

export interface LockedTask {
  readonly name: string;
  /** Of all its files. */
  readonly digest: string;
  /** Where it was read from. */
  readonly path: string;
  /** The area it is from. */
  readonly category?: string;
  readonly expected: Expected["is"];
  /** None for tasks of others, which do not say what they should take. */
  readonly reference?: Task["reference"];
  /** Seconds that an agent has. */
  readonly limit?: number;
}

/** One attempt that is to be made. */
export interface LockedTrial {
  /** The name of its directory in the run's. */
  readonly trial: string;
  readonly task: string;
  readonly agent: string;
  readonly seed: string;
  readonly attempt: number;
  /** How the agent is made, where it is listed under another name. */
  readonly spec?: string;
  /** Where it is not the same for the whole run. */
  readonly recorder?: Recording;
  /** Of a control: nothing is broken, and which verdict it must get. */
  readonly healthy?: boolean;
  readonly wanted?: Verdict;
}

/** A trial as it lies on disk, in `airworthy.json`. */
export interface StoredTrial extends Scored, Pick<LockedTrial, "trial" | "healthy" | "wanted"> {
  /** How often it was void before. */
  readonly retries?: number;
}

/** A run as it lies on disk, finished or not. */
export interface Run {
  readonly directory: string;
  readonly lock: RunLock;
  /** Those that are over, in the order of the lock. */
  readonly trials: readonly StoredTrial[];
  readonly scores: readonly Summary[];
  readonly leaderboard: readonly Standing[];
}
