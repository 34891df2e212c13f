import type { Sandbox, SandboxOptions } from "../sandbox/index.ts";
import type { Deed } from "./trajectory.ts";

/** Whoever tries to repair it. */
export interface Agent extends AgentInfo {
  readonly name: string;
  /** What it needs before its time begins. What cannot be prepared makes a trial void, and is nobody's failure. */
  prepare?(signal: AbortSignal): Promise<Prepared>;
  act(stage: Stage, signal: AbortSignal): Promise<Acted>;
}

/** What tells one agent from the next of the same name, as far as it is known. Part of every result. */
export interface AgentInfo {
  /** Of the program. */
  readonly version?: string;
  readonly model?: string;
  readonly prompt?: { readonly name: string; readonly version: string };
}

/** Lives as long as the agent's sandbox, and a little longer. */
export interface Prepared extends AsyncDisposable {
  /** What its sandbox has beyond what everybody's has. */
  readonly equipment: Equipment;
  /** What was tried and refused, such as a connection to somewhere else. */
  attempts?(): readonly Attempt[];
  /** Puts files of its own among what is kept of a trial. */
  keep?(directory: string): Promise<void>;
}

export type Equipment = Partial<
  Pick<SandboxOptions, "forwards" | "mounts" | "onName" | "files" | "env" | "writable" | "tools">
>;

export interface Attempt {
  readonly time: string;
  readonly text: string;
}

/** All that an agent gets to see. */
export interface Stage {
  readonly instruction: string;
  /** Seconds until it is stopped. */
  readonly limit: number;
  /** Where its commands run. */
  readonly home: Pick<Sandbox, "exec" | "command" | "read" | "write">;
  /** MCP servers within the sandbox that the agent may use beside its shell. */
  readonly servers?: readonly { readonly name: string; readonly command: readonly string[] }[];
  /** Who records, where somebody does: launchers before its commands, the agent itself, or hooks of its program. */
  readonly recorder?: "shim" | "offered" | "hooks";
}

export interface Acted {
  /** `stopped`: its time or another limit was over. `void`: it could not go on for a reason that is not its own. */
  readonly how: "done" | "failed" | "stopped" | "void";
  /** Of what is void: an overloaded provider, a missing key, a network that is gone. */
  readonly reason?: string;
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
  /** Requests to a model that were answered. */
  readonly turns?: number;
  readonly toolCalls?: number;
  /** What the model read anew: neither from a cache nor into one. All that it read is the sum of the three. */
  readonly inputTokens?: number;
  readonly cacheReadTokens?: number;
  readonly cacheWriteTokens?: number;
  /** All that the model wrote, its reasoning included. */
  readonly outputTokens?: number;
  /** The part of the output that was reasoning. */
  readonly reasoningTokens?: number;
  readonly costUsd?: number;
  /** Spent waiting for the model. */
  readonly providerSeconds?: number;
}
