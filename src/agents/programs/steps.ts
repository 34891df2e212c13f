import type { Deed, ToolCall } from "../trajectory.ts";

/** Puts what a program says into steps: what a model said and called at once is one, with what came of the calls. */
export interface Steps {
  /** A new answer of the model begins, unless `key` is that of the last. */
  turn(at: string, key: string | undefined, model?: string): void;
  say(text: string): void;
  think(text: string): void;
  call(id: string, tool: string, input: unknown): void;
  result(id: string, content: unknown, extra?: Readonly<Record<string, unknown>> | undefined): void;
  deeds(): readonly Deed[];
  /** The last words. */
  said(): string;
}

interface Step {
  readonly key: string | undefined;
  readonly timestamp: string;
  readonly model: string | undefined;
  readonly texts: string[];
  readonly thoughts: string[];
  readonly calls: ToolCall[];
  readonly results: { source_call_id: string; content: string; extra?: Readonly<Record<string, unknown>> }[];
}

/** Characters of one result that are kept. */
const longest = 64 * 1024;

export function openSteps(): Steps {
  const steps: Step[] = [];
  const begin = (timestamp: string, key: string | undefined, model: string | undefined) => {
    const step: Step = { key, timestamp, model, texts: [], thoughts: [], calls: [], results: [] };
    steps.push(step);
    return step;
  };
  const last = () => steps.at(-1) ?? begin(new Date().toISOString(), undefined, undefined);
  return {
    turn(at, key, model) {
      if (key === undefined || steps.at(-1)?.key !== key) begin(at, key, model);
    },
    say: (text) => void last().texts.push(text),
    think: (text) => void last().thoughts.push(text),
    call: (id, tool, input) =>
      void last().calls.push({ tool_call_id: id, function_name: tool, arguments: argumentsOf(input) }),
    result(id, content, extra) {
      const step = steps.findLast(({ calls }) => calls.some((call) => call.tool_call_id === id));
      step?.results.push({ source_call_id: id, content: textOf(content), ...(extra ? { extra } : {}) });
    },
    deeds: () => steps.map(deedOf),
    said: () => steps.findLast(({ texts }) => texts.length > 0)?.texts.join("") ?? "",
  };
}

function deedOf({ timestamp, model, texts, thoughts, calls, results }: Step): Deed {
  return {
    ...{ timestamp, source: "agent", message: texts.join("") },
    ...(model === undefined ? {} : { model_name: model }),
    ...(thoughts.length > 0 ? { reasoning_content: thoughts.join("\n") } : {}),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
    ...(results.length > 0 ? { observation: { results } } : {}),
  };
}

/** A model may send anything in the place of arguments. */
function argumentsOf(input: unknown): ToolCall["arguments"] {
  if (typeof input === "object" && input !== null && !Array.isArray(input)) return input as ToolCall["arguments"];
  return input === undefined ? {} : { input };
}

function textOf(content: unknown): string {
  const text =
    typeof content === "string"
      ? content
      : Array.isArray(content)
        ? content.map((part) => String((part as { text?: unknown }).text ?? JSON.stringify(part))).join("\n")
        : (JSON.stringify(content) ?? "");
  return text.length <= longest ? text : `${text.slice(0, longest)}\n[${text.length - longest} characters left out]`;
}
