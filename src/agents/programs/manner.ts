import type { SandboxFile } from "../../sandbox/index.ts";
import type { Stage } from "../contract.ts";
import type { Family } from "../proxy/index.ts";
import type { Provider } from "../sources/index.ts";
import type { Deed } from "../trajectory.ts";
import type { CliAgent } from "./install.ts";

/** How one command-line agent is run without a head, and what it says while it works. */
export interface Manner {
  readonly program: CliAgent;
  /** Whom it can be made to ask. */
  readonly speaks: readonly Provider[];
  settle(told: Told): Settled;
  /** Reads what it prints, a line of JSON for each event. */
  reader(): EventReader;
}

export interface Told {
  /** The model's address as it is seen in the sandbox, up to the version in its path. */
  readonly url: string;
  readonly provider: Provider;
  /** The program's own choice, if not said. */
  readonly model?: string;
  readonly servers: readonly ToolServer[];
  /** Hooks are in its settings. */
  readonly hooked: boolean;
}

/** An MCP server in the sandbox. */
export interface ToolServer {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

export interface Settled {
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Settings, in the agent's home. */
  readonly files: readonly SandboxFile[];
}

export type Event = Readonly<Record<string, unknown>>;

export interface EventReader {
  /** `at`: when it was said, for events that do not tell. */
  take(event: Event, at: string): void;
  end(): Heard;
}

export interface Heard {
  readonly deeds: readonly Deed[];
  /** The last words. */
  readonly said: string;
  /** Whether it came to the end that it wanted; otherwise what it says about it. */
  readonly finished: boolean;
  readonly complaint?: string;
}

/** In the place of a key, for programs that do not start without one. */
export const noKey = "kept-outside";

/** Its own, whoever the sandbox's user is. */
export const home = "/home/agent";

/** The servers that a stage has, and our recorder where it is offered. */
export function serversOn({ servers = [], recorder }: Pick<Stage, "servers" | "recorder">): ToolServer[] {
  const all = [...servers, ...(recorder === "offered" ? [{ name: "airworthy", command: ["airworthy", "mcp"] }] : [])];
  return all.map(({ name, command: [command = "", ...args] }) => ({ name, command, args }));
}

export const familyOf = (provider: Provider): Family => (provider === "openai-compatible" ? "openai" : provider);

/** JSON for a file. */
export const json = (path: string, value: unknown): SandboxFile => ({ path, content: JSON.stringify(value) });
