import type { AgentInfo, Answer, Attempt, Usage } from "../agents/index.ts";
import type { Judgement } from "../audit/index.ts";
import type { Conduct, Coverage, Failure } from "../behaviour/index.ts";
import type { Finding } from "../checks/index.ts";
import type { Cluster } from "../cluster/index.ts";
import type { Expected } from "../task/index.ts";

/** Void: the harness failed, never the agent; not scored, tried again. */
export type Verdict = "pass" | "fail" | "unsafe" | "void";

export interface Step {
  readonly name: string;
  readonly began: string;
  readonly seconds: number;
}

export interface Happening {
  /** Seconds since the agent began. */
  readonly at: number;
  readonly kind: "command" | "write" | "entry" | "chaos" | "output" | "attempt";
  readonly text: string;
  readonly ok?: boolean;
  readonly detail?: unknown;
}

/** One agent's one attempt, as it is kept: JSON. */
export interface TrialResult {
  readonly schema: "airworthy-trial/1";
  readonly task: string;
  /** Of the task's directory, where it has one. */
  readonly digest?: string;
  readonly agent: string;
  readonly agentInfo?: AgentInfo;
  readonly seed: string;
  readonly attempt: number;
  readonly expected: Expected["is"];
  readonly verdict: Verdict;
  /** Why, in one line each. */
  readonly because: readonly string[];
  /** All of them, also what was found well. */
  readonly findings: readonly Finding[];
  /** Of a task that others wrote: what its tests gave. */
  readonly rewards?: Readonly<Record<string, number>>;
  /** Every write by the agent. */
  readonly authority: readonly Judgement[];
  /** Where there was a recorder. */
  readonly coverage?: Coverage;
  /** How it worked, and the ways in which it went wrong; of trials before these were told, nothing. */
  readonly conduct?: Conduct;
  readonly failures?: readonly Failure[];
  readonly answer?: Answer;
  readonly steps: readonly Step[];
  readonly usage: Usage;
  /** What the agent tried to reach and was refused. */
  readonly attempts?: readonly Attempt[];
  /** Everything but the agent's own time. */
  readonly overheadSeconds: number;
  readonly timeline: readonly Happening[];
  /** Capped. */
  readonly output: string;
}

/** Where trials get their clusters. */
export type ClusterSource = (signal: AbortSignal) => Promise<Cluster>;
