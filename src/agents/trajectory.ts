/**
 * What an agent did, in the Agent Trajectory Interchange Format that Harbor's tools read (ATIF 1.7).
 * Its readers refuse fields that they do not know, so what is ours alone is in `extra`.
 */
export interface Trajectory {
  readonly schema_version: "ATIF-v1.7";
  readonly session_id?: string;
  readonly agent: { readonly name: string; readonly version: string; readonly model_name?: string };
  readonly steps: readonly (Deed & { readonly step_id: number })[];
  readonly final_metrics?: { readonly total_steps: number };
}

/** A step without its number. */
export interface Deed {
  readonly timestamp: string;
  readonly source: "system" | "user" | "agent";
  readonly message: string;
  readonly model_name?: string;
  readonly reasoning_content?: string;
  readonly tool_calls?: readonly ToolCall[];
  readonly observation?: { readonly results: readonly Observed[] };
  /** Of an agent without a model: none. */
  readonly llm_call_count?: number;
  readonly metrics?: Readonly<Record<string, number>>;
  readonly extra?: Readonly<Record<string, unknown>>;
}

export interface ToolCall {
  readonly tool_call_id: string;
  readonly function_name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

interface Observed {
  readonly source_call_id: string;
  readonly content: string;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** The whole: what was asked for, then what was done. */
export function trajectoryOf(
  agent: Trajectory["agent"],
  asked: { readonly instruction: string; readonly at: Date },
  deeds: readonly Deed[],
): Trajectory {
  const question: Deed = { timestamp: asked.at.toISOString(), source: "user", message: asked.instruction };
  const steps = [question, ...deeds].map((deed, at) => ({ step_id: at + 1, ...deed }));
  return { schema_version: "ATIF-v1.7", agent, steps, final_metrics: { total_steps: steps.length } };
}

/** A command that somebody without a model gave: in a shell of its own, or at a terminal where one goes on. */
export interface Given {
  readonly where: "shell" | "terminal";
  readonly command: string;
  readonly began: Date;
  readonly seconds: number;
  readonly code: number;
  readonly output: string;
  readonly why?: string;
}

export function deedOf({ where, command, began, seconds, code, output, why }: Given, id: string): Deed {
  return {
    timestamp: began.toISOString(),
    source: "agent",
    message: "",
    tool_calls: [{ tool_call_id: id, function_name: where, arguments: { command } }],
    observation: {
      results: [
        {
          source_call_id: id,
          content: output,
          extra: { exit_code: code, seconds: Math.round(seconds * 1_000) / 1_000, ...(why ? { why } : {}) },
        },
      ],
    },
    llm_call_count: 0,
  };
}
