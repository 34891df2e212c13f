import type { Sandbox } from "../sandbox/index.ts";
import type { Deed } from "./trajectory.ts";

/** Whoever tries to repair it. */
export interface Agent {
  readonly name: string;
  act(stage: Stage, signal: AbortSignal): Promise<Acted>;
}

/** All that an agent gets to see. */
export interface Stage {
  readonly instruction: string;
  /** Seconds until it is stopped. */
  readonly limit: number;
  /** Where its commands run. */
  readonly home: Pick<Sandbox, "exec" | "command" | "read" | "write">;
}

export interface Acted {
  /** `stopped`: its time was over. */
  readonly how: "done" | "failed" | "stopped";
  readonly output: string;
  /** One by one, as far as it is known. */
  readonly deeds?: readonly Deed[];
  /** What the agent knows about its own costs. */
  readonly usage?: Partial<Omit<Usage, "seconds">>;
}

/** What the agent says about the whole, in `answer.json`; without one it says that it is done. */
export interface Answer {
  readonly outcome: "done" | "declined" | "escalated" | "nothing-wrong";
  readonly reason: string;
}

/** Of the agent. What is not known is left out. */
export interface Usage {
  readonly seconds: number;
  readonly commands: number;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly costUsd?: number;
}
