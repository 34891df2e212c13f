/** What a scripted model does when it is its turn: call tools, all at once, or say something and be done. */
export type Turn = ({ readonly say: string } | { readonly calls: readonly Call[] }) & {
  /** What goes wrong before, as often as it says: for ever, if it does not. */
  readonly trouble?: Trouble;
  /** What the provider says it counted; 1 of input and 1 of output, if not said. */
  readonly tokens?: Counted;
};

export interface Trouble {
  /** An error with this status; or half of an answer, then nothing; or no answer at all. */
  readonly is: number | "cut" | "silence";
  readonly times?: number;
}

/** As a provider counts: input without what came from a cache or went into one, output with the reasoning in it. */
export interface Counted {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
  readonly reasoning?: number;
}

/**
 * A call in words that hold for every agent; which of the agent's tools it comes to is found when it asks. What an
 * earlier call brought can be given to a later one: `{ found: PATTERN }` in an input is what the pattern's group, or
 * all of it, matched last in what the agent says.
 */
export type Call =
  | { readonly shell: string }
  | { readonly write: string; readonly content: string }
  | { readonly server: string; readonly tool: string; readonly input: Readonly<Record<string, unknown>> }
  /** A call that no agent can carry out: of a tool that there is not, or with arguments that end in the middle. */
  | { readonly malformed: "tool" | "arguments" };

/** A tool as a request offers it. `custom` ones take text instead of an object. */
export interface Offered {
  readonly name: string;
  /** The group it is offered in, which some agents have for the tools of an MCP server. */
  readonly group?: string;
  readonly custom?: boolean;
}

/** A call of one of the tools that were offered. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly group?: string;
  readonly custom?: boolean;
  readonly input: Readonly<Record<string, unknown>> | string;
  /** What stands in the place of the arguments, as text. */
  readonly broken?: string;
}

/** What is to be answered now. */
export interface Answer {
  /** Which turn of the script this is; some agents take two answers of one id for one. */
  readonly turn: number;
  readonly text?: string;
  readonly calls: readonly ToolCall[];
  readonly tokens: Counted;
}

type Shape = (first: string, second: string) => ToolCall["input"];

/** Tools of the agents that run a line in a shell, and how they want it. */
const shells: Readonly<Record<string, Shape>> = {
  Bash: (command) => ({ command, description: "A step of the script" }),
  exec_command: (cmd) => ({ cmd }),
  shell_command: (command) => ({ command }),
  run_shell_command: (command) => ({ command, description: "A step of the script" }),
  bash: (command) => ({ command, description: "A step of the script" }),
};

/** Tools of the agents that make a file. */
const writers: Readonly<Record<string, Shape>> = {
  Write: (file_path, content) => ({ file_path, content }),
  apply_patch: (path, content) =>
    `*** Begin Patch\n*** Add File: ${path}\n${content.replace(/\n$/, "").replace(/^/gm, "+")}\n*** End Patch\n`,
  write_file: (file_path, content) => ({ file_path, content }),
  write: (filePath, content) => ({ filePath, content }),
};

/** The answer of turn `index`, with the tools that the agent offers. */
export function answerOf(turns: readonly Turn[], index: number, offered: readonly Offered[], said: string): Answer {
  const turn = turns[index] ?? { say: "The script is over." };
  const { tokens = { input: 1, output: 1 } } = turn;
  if ("say" in turn) return { turn: index, text: turn.say, calls: [], tokens };
  return {
    ...{ turn: index, tokens },
    calls: turn.calls.map((call, place) => ({ id: `call_${index}_${place}`, ...choose(call, offered, said) })),
  };
}

function choose(call: Call, offered: readonly Offered[], said: string): Omit<ToolCall, "id"> {
  if ("malformed" in call) {
    if (call.malformed === "tool") return { name: "no_such_tool", input: { command: "true" } };
    return { ...choose({ shell: "true" }, offered, said), input: {}, broken: '{"command": "ech' };
  }
  const [wanted, input] = lookFor(call, said);
  const tool = offered.find(wanted);
  if (!tool) {
    const names = offered.map(({ group, name }) => (group ? `${group}/${name}` : name)).join(", ");
    throw new Error(`no tool for ${JSON.stringify(call)} among ${names || "none"}`);
  }
  return { ...tool, input: input(tool.name) };
}

/** The arguments as they are sent by whoever sends text. */
export const argumentsOf = ({ input, broken }: ToolCall) => broken ?? JSON.stringify(input);

function lookFor(
  call: Exclude<Call, { malformed: unknown }>,
  said: string,
): [(tool: Offered) => boolean, (name: string) => ToolCall["input"]] {
  if ("shell" in call) return [({ name }) => name in shells, (name) => shells[name]?.(call.shell, "") ?? {}];
  if ("write" in call) {
    return [({ name }) => name in writers, (name) => writers[name]?.(call.write, call.content) ?? {}];
  }
  const isIt = ({ group = "", name }: Offered) => name.endsWith(call.tool) && (group + name).includes(call.server);
  return [isIt, () => filled(call.input, said)];
}

function filled(input: Readonly<Record<string, unknown>>, said: string): ToolCall["input"] {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      const { found } = (value ?? {}) as { found?: unknown };
      if (typeof found !== "string") return [name, value];
      const last = [...said.matchAll(new RegExp(found, "g"))].at(-1);
      if (last === undefined) throw new Error(`nothing like ${found} in what the agent says`);
      return [name, last[1] ?? last[0]];
    }),
  );
}

/** The turn that a conversation is at: calls carry theirs in their id, so a request that is repeated gets the same. */
export function turnAfter(ids: readonly unknown[]): number {
  const turns = ids.map((id) => Number(/^call_(\d+)_/.exec(String(id))?.[1] ?? -1));
  return Math.max(-1, ...turns) + 1;
}
