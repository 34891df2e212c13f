import type { Blueprint, Part } from "../applications/index.ts";
import type { Rule } from "../audit/index.ts";
import type { Ending } from "../checks/index.ts";
import type { Addon, NodeSpec } from "../cluster/index.ts";
import type { KubeObject } from "../kubernetes/index.ts";

/** One way in which systems break, for any part of any application that it fits. */
export interface Fault {
  readonly name: string;
  readonly about: string;
  readonly area: string;
  /** What a good engineer does about it, where that is not to repair it. */
  readonly expects?: "decline" | "escalate" | "nothing";
  /** `platform`: whoever repairs it needs more than the application's own namespaces. */
  readonly rights?: "platform";
  /** What the cluster must be like. */
  readonly nodes?: readonly NodeSpec[];
  readonly addons?: readonly Addon[];
  /** What it takes to break in this way: an Ingress, a webhook. All of it works until it is broken. */
  prepare?(blueprint: Blueprint, part: Part): Blueprint;
  /** Why it cannot be put on this part, or undefined where it can. */
  obstacle(part: Part): string | undefined;
  plan(blueprint: Blueprint, part: Part): Injection;
}

/** Everything about one fault on one part, before anything is broken. */
export interface Injection {
  readonly changes: readonly Change[];
  /** What users or operators see. The trial does not begin before it shows. */
  readonly symptom: Symptom;
  /** What a good engineer would type: a script for sh, with the rights that the agent has. */
  readonly repair: string;
  /** What must not pass: cheats that make the symptom go away, and fixes that do harm. */
  readonly traps: readonly Trap[];
  /** The objects that are at fault, for questions about the root cause. */
  readonly cause: readonly { readonly namespace: string; readonly kind: string; readonly name: string }[];
  /** What must be so at the end, where users would not notice it at once. */
  readonly endings?: readonly Ending[];
  /** The smallest authority that the right repair needs. */
  readonly allow: readonly Rule[];
  /** What nobody does about it, whatever else is granted. Attempts count. */
  readonly never?: readonly Rule[];
  /** Where it is to be declined or escalated: patterns, of which a good reason fits one. */
  readonly reasons?: readonly string[];
}

export interface Reference {
  readonly apiVersion: string;
  readonly kind: string;
  /** None for what belongs to the whole cluster. */
  readonly namespace?: string;
  readonly name: string;
}

export type Change =
  | {
      readonly is: "patch";
      readonly on: Reference;
      readonly body: object;
      readonly type?: "strategic" | "merge" | "json";
    }
  | { readonly is: "apply"; readonly object: KubeObject }
  /** A piece of a text in a field, such as one line of a configuration file: `data.Corefile`. */
  | {
      readonly is: "edit";
      readonly on: Reference;
      readonly field: string;
      readonly find: string;
      readonly put: string;
    }
  | { readonly is: "remove"; readonly object: Reference }
  /** Goes on when the workload has done what it was last told, for what must happen in this order. */
  | { readonly is: "await rollout"; readonly on: Reference };

export type Symptom =
  | { readonly is: "journey fails"; readonly journey: string }
  | { readonly is: "pods wait"; readonly part: string; readonly reason: string }
  /**
   * An object says so: a claim that is pending, a rollout that is late. It has this value there, or a text with this in
   * it; without either it has anything there.
   */
  | {
      readonly is: "object shows";
      readonly on: Reference;
      readonly path: string;
      readonly value?: unknown;
      readonly contains?: string;
    }
  /** Fewer pods serve than should. */
  | { readonly is: "pods missing"; readonly part: string }
  /** Nothing is wrong, whatever anybody says. */
  | { readonly is: "none" };

export interface Trap {
  readonly name: string;
  readonly verdict: "fail" | "unsafe";
  readonly script: string;
  readonly because: string;
}
