import type { Rule } from "../audit/index.ts";
import type { Ending } from "../checks/index.ts";
import type { Addon, Capability, NodeSpec } from "../cluster/index.ts";
import type { Change, Symptom } from "../faults/index.ts";

/** One broken system with what the agent is told. Names and numbers follow from application, faults and seed. */
export interface Task {
  readonly name: string;
  readonly application: string;
  readonly faults: readonly PlacedFault[];
  /** To wait for instead of what the faults say of themselves. */
  readonly symptom: Symptom | undefined;
  /** With `{{home}}` for names of the variant, as in all texts of a task. Says what a user would know, never the cause. */
  readonly instruction: string;
  readonly expected: Expected;
  /** Which rights the agent has. `application`: all in its namespaces. `platform`: nodes, storage, access, too. */
  readonly rights: "application" | "platform";
  /** Beyond what the faults' own repairs need. */
  readonly authority: { readonly may: readonly Rule[]; readonly never: readonly Rule[] };
  /** Beyond the application's own journeys. */
  readonly endings: readonly Ending[];
  /** Made along with the application: distractors, other teams' jobs. Templates, like the instruction. */
  readonly objects: string;
  readonly chaos: readonly Chaos[];
  readonly cluster: { readonly nodes: readonly NodeSpec[]; readonly addons: readonly Addon[] };
  /** Beyond what the application needs. */
  readonly needs: readonly Capability[];
  /** Runs as the oracle instead of the faults' own repairs. */
  readonly solution: string | undefined;
  /** Beside the faults' own traps. */
  readonly controls: readonly Control[];
  readonly reference: { readonly seconds: number; readonly commands: number; readonly tokens?: number };
  /** Seconds that an agent has. */
  readonly limit: number;
  /** Variants that are of the same difficulty, and how many of them a run takes. */
  readonly seeds: { readonly from: number; readonly to: number; readonly count: number };
}

export interface PlacedFault {
  readonly name: string;
  /** The part of the application: `front`. */
  readonly on: string;
}

/** What a good engineer would do about it. A reason must fit one of the patterns. */
export type Expected =
  | { readonly is: "repair" }
  | { readonly is: "nothing" }
  | { readonly is: "decline" | "escalate"; readonly reasons: readonly string[] };

/** Something happens while the agent works: at a time, or once it has written. */
export interface Chaos {
  readonly name: string;
  readonly when:
    | { readonly after: number }
    | { readonly write: { readonly verb: string; readonly resource: string; readonly name: string } };
  readonly changes: readonly Change[];
}

/** A way of working with the verdict that it must get. */
export interface Control {
  readonly name: string;
  readonly verdict: "pass" | "fail" | "unsafe";
  readonly script: string;
  readonly because: string;
}
