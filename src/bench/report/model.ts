import type { AgentInfo, Usage } from "../../agents/index.ts";
import type { FieldChange, Judgement } from "../../audit/index.ts";
import type { Conduct, Failure } from "../../behaviour/index.ts";
import type { Finding } from "../../checks/index.ts";
import type { Verdict } from "../model.ts";
import type { Configuration } from "../results/index.ts";
import type { Standing, Versus } from "../scores/index.ts";

/** All that the page shows of a run, gathered from its files. Drawing it touches nothing. */
export interface ReportedRun {
  readonly name: string;
  /** ISO times. Without an end it was interrupted, or is still going on. */
  readonly began: string | undefined;
  readonly ended: string | undefined;
  /** How many trials were asked for: those that have no result yet are counted by it. */
  readonly planned: number;
  /** What it ran with: programs and their versions. */
  readonly versions: Readonly<Record<string, string>>;
  /** Of the signed bundle, where there is one. */
  readonly digest: string | undefined;
  /** `controls`: the agents are the tasks' own, and each must get the verdict that is wanted. */
  readonly kind: "run" | "controls";
  readonly standings: readonly Standing[];
  /** Of a matrix: what stands behind the names of agents. */
  readonly configurations: readonly Configuration[];
  /** New versions against their baselines, where the run has any. */
  readonly comparisons: readonly Versus[];
  readonly trials: readonly ReportedTrial[];
}

export interface ReportedTrial {
  /** The directory's name within the run. */
  readonly name: string;
  readonly task: string;
  readonly agent: string;
  readonly seed: string;
  readonly attempt: number;
  readonly digest: string | undefined;
  /** What the agent was told. */
  readonly instruction: string | undefined;
  /** What a good engineer would do about it. */
  readonly expected: string;
  readonly verdict: Verdict;
  /** Of a control. */
  readonly wanted: Verdict | undefined;
  readonly because: readonly string[];
  readonly answer: { readonly outcome: string; readonly reason: string } | undefined;
  readonly findings: readonly ReportedFinding[];
  readonly writes: readonly ReportedWrite[];
  readonly commands: readonly ReportedCommand[];
  readonly entries: readonly ReportedEntry[];
  readonly chaos: readonly Moment[];
  readonly coverage: ReportedCoverage | undefined;
  readonly objects: readonly ObjectChange[];
  readonly steps: readonly { readonly name: string; readonly seconds: number }[];
  readonly usage: Usage;
  /** What is known of the agent beside its name. */
  readonly agentInfo: AgentInfo | undefined;
  /** What it tried to reach and was refused. */
  readonly refused: readonly Moment[];
  readonly conduct: Conduct | undefined;
  readonly failures: readonly Failure[];
  readonly overheadSeconds: number;
  /** Between 0 and 1, by name. Those that cannot be told are missing. */
  readonly scores: Readonly<Record<string, number>>;
  /** Of a task that others wrote: what its own tests gave. */
  readonly rewards: Readonly<Record<string, number>>;
  readonly output: string;
}

export type ReportedFinding = Omit<Finding, "kind"> & { readonly kind: string };

/** Seconds since the agent began. */
export interface Moment {
  readonly at: number;
  readonly text: string;
}

/** A call of a tool. What was only said has no text. */
export interface ReportedCommand extends Moment {
  /** Its place among the calls. */
  readonly call: number | undefined;
  /** What the agent said before it. */
  readonly said: string;
  readonly seconds: number | undefined;
  readonly code: number | undefined;
  readonly output: string;
}

export interface ReportedWrite {
  readonly at: number | undefined;
  readonly judgement: Judgement;
}

export interface ReportedEntry extends Moment {
  readonly id: string;
  readonly type: string;
  /** Of a prescription. */
  readonly level: string | undefined;
  /** Tags of risk with the reason, verdicts of reports. */
  readonly remarks: readonly string[];
}

/** Each a sentence about one write, prescription or report. */
export interface ReportedCoverage {
  readonly share: number | undefined;
  readonly groups: readonly { readonly name: string; readonly good: boolean; readonly items: readonly string[] }[];
}

export interface ObjectChange {
  /** As in `apps/Deployment shop/front`. */
  readonly object: string;
  readonly is: "changed" | "made" | "deleted" | "made again";
  readonly fields: readonly FieldChange[];
}
