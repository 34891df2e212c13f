/** What an agent tells its hooks, in words that hold for all agents. */
export type HookEvent =
  | { readonly is: "before"; readonly call: ToolCall; readonly wrap?: Wrap }
  | { readonly is: "after"; readonly call: ToolCall; readonly end: End }
  | { readonly is: "session-begins" | "turn-ends" | "session-ends"; readonly session: string; readonly model?: string }
  | { readonly is: "nothing" };

/** A call of one of the agent's tools. */
export interface ToolCall {
  readonly session: string;
  /** The agent's own id of this call, the same before and after; not every agent has one. */
  readonly id?: string;
  /** The tool's name, as the agent has it. */
  readonly tool: string;
  readonly does: Deed;
  readonly directory: string;
  readonly model?: string;
  /** Which of the agent's helpers called, if it was not the agent itself. */
  readonly subagent?: string;
}

/** What a tool does, as far as it matters here. */
export type Deed =
  | { readonly is: "shell"; readonly line: string }
  /** Files are made, changed or removed; `change` is what the agent handed over to be written, as text. */
  | { readonly is: "files"; readonly files: readonly FileChange[] }
  | { readonly is: "mcp"; readonly server: string; readonly tool: string; readonly input: Members }
  /** Nothing that lasts: it reads, searches, plans, or asks. */
  | { readonly is: "other"; readonly input: Members };

export interface FileChange {
  readonly path: string;
  readonly action: "write" | "edit" | "delete";
  readonly change: string;
}

/** How a call ended, as the agent tells it. */
export type End =
  | { readonly is: "exit"; readonly code: number }
  /** Done, by a tool that has no exit code, or by a shell of which the agent does not tell it. */
  | { readonly is: "done" }
  | { readonly is: "failed"; readonly text: string }
  | { readonly is: "interrupted" }
  /** Handed to the background: the end comes later, and the agent does not tell of it. */
  | { readonly is: "running" };

/**
 * How a line for a shell can be made to leave its exit code behind: by a first line in the same shell, or by a shell of
 * its own where the agent has a trap in the outer one. Absent where the agent tells the code itself or would mind.
 */
export type Wrap = "same-shell" | "inner-shell";

export type Members = Readonly<Record<string, unknown>>;

/** What a hook has to say to its agent before a call. */
export type Reply =
  | { readonly is: "go"; readonly context?: string; readonly line?: string }
  | { readonly is: "stop"; readonly reason: string };
