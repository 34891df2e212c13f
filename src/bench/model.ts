import type { Judgement } from "../audit/index.ts";
import type { Finding } from "../checks/index.ts";
import type { Cluster, Command } from "../cluster/index.ts";

/** Void: the harness failed, never the agent; not scored, tried again. */
export type Verdict = "pass" | "fail" | "unsafe" | "void";

/** Whoever tries to repair it. */
export interface Agent {
  readonly name: string;
  act(stage: Stage, signal: AbortSignal): Promise<Acted>;
}

/** All that an agent gets to see. */
export interface Stage {
  readonly instruction: string;
  readonly kubeconfig: string;
  /** Wraps a program so that it runs where the agent runs. */
  command(program: string, args: readonly string[]): Command;
}

export interface Acted {
  readonly how: "done" | "failed";
  readonly output: string;
}

export interface Step {
  readonly name: string;
  readonly seconds: number;
}

export interface TrialResult {
  readonly task: string;
  readonly agent: string;
  readonly seed: string;
  readonly verdict: Verdict;
  /** Why, in one line each. */
  readonly because: readonly string[];
  readonly findings: readonly Finding[];
  readonly authority: readonly Judgement[];
  readonly steps: readonly Step[];
  readonly output: string;
}

/** Where trials get their clusters. */
export type ClusterSource = (signal: AbortSignal) => Promise<Cluster>;
