import type { Read, Write } from "../audit/index.ts";
import type { Target } from "../evidence/index.ts";
import { stepsOfAudit } from "./audited.ts";
import { stepsOf } from "./steps.ts";

/** A call of a tool, as a trajectory tells it. */
export interface Call {
  /** Milliseconds of the clock. */
  readonly at: number;
  readonly tool: string;
  /** A line for a shell, or words without one. */
  readonly command?: string | readonly string[];
  /** What a tool that takes no command was given. */
  readonly arguments?: unknown;
}

/** `write`: something elsewhere may be different afterwards; a file of the actor's own is `other`. */
export type CallClass = "read" | "write" | "wait" | "other";

/** One command of a call, or one request where no command is known. */
export interface Step {
  /** Its call's place among the calls. */
  readonly call?: number;
  readonly write?: string;
  /** `look`: at the system, not at files or manuals. */
  readonly is: "look" | "write" | "wait" | "other";
  readonly targets: readonly Target[];
  readonly namespace?: string;
  readonly text: string;
}

export interface ToldCall {
  readonly at: number;
  readonly is: CallClass;
  readonly text: string;
}

/** What an actor did, one after another. */
export interface Story {
  readonly calls: readonly ToldCall[];
  readonly steps: readonly Step[];
  /** Without those that only went into a pod: what was done there nobody saw. */
  readonly changes: readonly Write[];
}

const streams = new Set(["exec", "attach", "portforward", "proxy"]);

/** From the trajectory where it says something, else from the audit log alone. */
export async function storyOf(
  calls: readonly Call[],
  writes: readonly Write[],
  reads: readonly Read[] = [],
): Promise<Story> {
  const changes = writes.filter(({ subresource = "" }) => !streams.has(subresource));
  const told: ToldCall[] = [];
  const steps: Step[] = [];
  for (const [index, call] of calls.entries()) {
    const own = await stepsOf(call, index);
    const until = calls[index + 1]?.at ?? Number.POSITIVE_INFINITY;
    const seen = changes.filter(({ time }) => Date.parse(time) >= call.at && Date.parse(time) < until);
    const understood = own.steps.some(({ is }) => is !== "other");
    // A program that nobody knows has written if the API server says so.
    const hidden = !understood && seen.length > 0;
    told.push({ at: call.at, is: hidden ? "write" : own.is, text: own.text });
    for (const step of own.steps) steps.push(hidden ? { ...step, is: "write" } : step);
  }
  const isTold = steps.some(({ is }) => is === "write") || (changes.length === 0 && steps.length > 0);
  return { calls: told, steps: isTold ? steps : stepsOfAudit(changes, reads), changes };
}
