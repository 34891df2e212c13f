import type { AgentInfo } from "./contract.ts";

/**
 * What an agent did, in the Agent Trajectory Interchange Format that Harbor's tools read (ATIF 1.7).
 * Its readers refuse fields that they do not know, so what is ours alone is in `extra`.
 */
export interface Trajectory {
  readonly schema_version: "ATIF-v1.7";
  readonly session_id?: string;
  readonly agent: {
    readonly name: string;
    readonly version: string;
    readonly model_name?: string;
    readonly extra?: Readonly<Record<string, unknown>>;
  };
  readonly steps: readonly (Deed & { readonly step_id: number })[];
  readonly final_metrics?: FinalMetrics;
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
  readonly metrics?: Metrics;
  readonly extra?: Readonly<Record<string, unknown>>;
}

export interface ToolCall {
  readonly tool_call_id: string;
  readonly function_name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Of one call of a model. What is not known is left out. */
export interface Metrics {
  /** All that it read, from caches too. */
  readonly prompt_tokens?: number;
  readonly completion_tokens?: number;
  readonly cached_tokens?: number;
  readonly cost_usd?: number;
  readonly extra?: Readonly<Record<string, number>>;
}

interface FinalMetrics {
  readonly total_steps: number;
  readonly total_prompt_tokens?: number;
  readonly total_completion_tokens?: number;
  readonly total_cached_tokens?: number;
  readonly total_cost_usd?: number;
}

interface Observed {
  readonly source_call_id: string;
  readonly content: string;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** The whole: what was asked for, then what was done. */
export function trajectoryOf(
  { name, version = "unknown", model, prompt }: AgentInfo & { readonly name: string },
  asked: { readonly instruction: string; readonly at: Date },
  deeds: readonly Deed[],
): Trajectory {
  const agent = { name, version, ...(model ? { model_name: model } : {}), ...(prompt ? { extra: { prompt } } : {}) };
  const question: Deed = { timestamp: asked.at.toISOString(), source: "user", message: asked.instruction };
  const steps = [question, ...deeds].map((deed, at) => ({ step_id: at + 1, ...deed }));
  return { schema_version: "ATIF-v1.7", agent, steps, final_metrics: { total_steps: steps.length, ...totals(deeds) } };
}

/** A sum only where every call of a model says its part: half of a sum would look like the whole. */
function totals(deeds: readonly Deed[]): Partial<FinalMetrics> {
  const called = deeds.flatMap(({ metrics }) => metrics ?? []);
  const sums = (
    [
      ["total_prompt_tokens", "prompt_tokens"],
      ["total_completion_tokens", "completion_tokens"],
      ["total_cached_tokens", "cached_tokens"],
      ["total_cost_usd", "cost_usd"],
    ] as const
  ).flatMap(([total, field]) => {
    const values = called.flatMap((metrics) => metrics[field] ?? []);
    return values.length === 0 || values.length < called.length ? [] : [[total, values.reduce((a, b) => a + b, 0)]];
  });
  return Object.fromEntries(sums);
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
