import type { SandboxFile } from "../../sandbox/index.ts";
import type { AgentInfo, Stage } from "../contract.ts";
import type { Family } from "../proxy/index.ts";
import type { Provider } from "../sources/index.ts";
import type { Deed } from "../trajectory.ts";
import type { CliAgent } from "./install.ts";

/** How one command-line agent is run without a head, and what it says while it works. */
export interface Manner {
  readonly program: CliAgent;
  /** Whom it can be made to ask. */
  readonly speaks: readonly Provider[];
  /** What it is to be asked before it can be made to do without tools of its own. */
  readonly inquiry?: readonly string[];
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
  /** All that it can do is what the servers offer: tools of its own are off, shell, files and web among them. */
  readonly onlyServers: boolean;
  /** What it said to the inquiry. */
  readonly known?: string;
  /** Added to what the program tells its model by itself. */
  readonly prompt?: string;
  /** Hooks are in its settings. */
  readonly hooked: boolean;
}

/** An MCP server in the sandbox. */
export interface ToolServer {
  /** Letters, digits and hyphens: all programs take these, and some make tools' names of it with underscores. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
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

interface Started {
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** The servers that an agent brings and a stage has, and our recorder where it is offered, which is told who acts. */
export function serversOn(
  { servers = [], recorder }: Pick<Stage, "servers" | "recorder">,
  own: readonly Started[],
  { model, prompt }: AgentInfo,
): ToolServer[] {
  const told = [
    ...(model === undefined ? [] : ["--model", model]),
    ...(prompt === undefined ? [] : ["--prompt", `${prompt.name}@${prompt.version}`]),
  ];
  const recording = { name: "airworthy", command: ["airworthy", "mcp", ...told] };
  const all: readonly Started[] = [...own, ...servers, ...(recorder === "offered" ? [recording] : [])];
  return all.map(({ name, command: [command = "", ...args], env = {} }) => {
    return { name: serverName(name), command, args, env };
  });
}

export const serverName = (name: string) => name.replaceAll(/[^A-Za-z0-9-]/g, "-");

export const familyOf = (provider: Provider): Family => (provider === "openai-compatible" ? "openai" : provider);

/** JSON for a file. */
export const json = (path: string, value: unknown): SandboxFile => ({ path, content: JSON.stringify(value) });
