import type { Judgement } from "../../audit/index.ts";
import type { Task } from "../conduct.ts";
import type { Coverage } from "../coverage.ts";
import type { Story } from "../story.ts";

/** Ways in which an actor goes wrong. docs/runs.md says what each is. */
export const failureKinds = [
  "blind remediation",
  "single hypothesis",
  "protocol skipped",
  "gave up",
  "never acted",
  "could not decline",
  "wrong namespace",
  "collateral damage",
  "unverified fix",
  "false report",
] as const;

export type FailureKind = (typeof failureKinds)[number];

export interface Failure {
  readonly kind: FailureKind;
  /** What it did or left undone, in a sentence. */
  readonly because: string;
  readonly signs: readonly Sign[];
}

/** What shows it: a call by its place among the calls, a write by the id of its audit event, or words. */
export interface Sign {
  readonly text: string;
  readonly call?: number;
  readonly write?: string;
}

/** All that is known of a trial and its task. */
export interface Case extends Pick<Task, "expected"> {
  readonly story: Story;
  readonly authority: readonly Judgement[];
  /** Namespaces in which something was granted. */
  readonly granted: readonly string[];
  readonly findings: readonly {
    readonly kind: string;
    readonly ok: boolean;
    readonly check: string;
    readonly found: string;
  }[];
  readonly answer?: { readonly outcome: string; readonly reason: string } | undefined;
  /** Where there was a recorder. */
  readonly coverage?: Coverage | undefined;
}

/** One way to go wrong: what shows it, or nothing. */
export type Detect = (known: Case) => Omit<Failure, "kind"> | undefined;
