import type { Usage } from "../contract.ts";
import { costOf, listed } from "../prices/index.ts";
import type { Line, Passed, Tokens } from "../proxy/index.ts";
import type { Budget, Price, Source } from "../sources/index.ts";
import type { Deed, Metrics } from "../trajectory.ts";

const fields = ["inputTokens", "cacheReadTokens", "cacheWriteTokens", "outputTokens", "reasoningTokens"] as const;

/** The programs' tools that run a command. */
const shells = new Set(["Bash", "exec_command", "run_shell_command", "bash", "shell"]);

/** What went to and fro counts, not what a program says about itself: it is the same for all, and side talk is in it. */
export function usageOf(
  lines: readonly Line[],
  deeds: readonly Deed[],
  source?: Source,
  /** The name of a server whose tools are there in place of commands. */
  server?: string,
): Partial<Usage> {
  const asked = askedIn(lines);
  const answered = asked.filter(({ by }) => by === undefined);
  const calls = deeds.flatMap(({ tool_calls = [] }) => tool_calls);
  // `mcp__k8s__get`, `mcp_k8s_get`, `k8s_get`, as the programs call what is a server's.
  const isCommand = (tool: string) =>
    server === undefined ? shells.has(tool) : tool.replace(/^mcp_+/, "").startsWith(`${server}_`);
  const costs = answered.map((line) => costOf(source && priceOf(source, line.model), line));
  const costUsd = costs.length > 0 && costs.every((cost) => cost !== undefined) ? sum(costs) : undefined;
  return {
    commands: calls.filter(({ function_name: tool }) => isCommand(tool)).length,
    ...{ turns: answered.length, toolCalls: calls.length, ...tokensOf(answered) },
    ...(costUsd === undefined ? {} : { costUsd }),
    providerSeconds: rounded(sum(asked.map(({ seconds }) => seconds))),
  };
}

/** Which part of a budget is used up. */
export function spentOf(lines: readonly Line[], source: Source, budget: Budget): string | undefined {
  const { turns = 0, costUsd } = usageOf(lines, [], source);
  const tokens = sum(
    askedIn(lines).map(({ inputTokens = 0, cacheReadTokens = 0, cacheWriteTokens = 0, outputTokens = 0 }) =>
      sum([inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens]),
    ),
  );
  if (turns >= budget.turns) return `${budget.turns} turns`;
  if (budget.tokens !== undefined && tokens >= budget.tokens) return `${budget.tokens} tokens`;
  if (budget.costUsd === undefined || costUsd === undefined || costUsd < budget.costUsd) return undefined;
  return `${budget.costUsd} US dollars`;
}

/** What agents.toml says goes before the list. */
function priceOf({ name, models }: Source, model = ""): Price | undefined {
  return models.find((each) => each.name === model)?.price ?? listed(`${name}/${model}`);
}

/** Each step with what was asked for it. What was asked on the side goes to the step that came next. */
export function withMetrics(deeds: readonly Deed[], lines: readonly Line[]): Deed[] {
  const answered = askedIn(lines).filter(({ by }) => by === undefined);
  const bounds = deeds.map(({ timestamp }) => Date.parse(timestamp));
  const of = answered.map(({ time }) => {
    const at = bounds.findIndex((bound) => bound >= Date.parse(time));
    return at < 0 ? deeds.length - 1 : at;
  });
  return deeds.map((deed, at) => {
    const own = answered.filter((_, index) => of[index] === at);
    const metrics = metricsOf(tokensOf(own));
    return { ...deed, llm_call_count: own.length, ...(metrics ? { metrics } : {}) };
  });
}

const askedIn = (lines: readonly Line[]) =>
  lines.filter((line): line is Passed => line.kind === "request" && line.asks);

/** A sum only where all say their part. */
function tokensOf(lines: readonly Passed[]): Tokens {
  if (lines.length === 0) return {};
  return Object.fromEntries(
    fields.flatMap((field) => {
      const values = lines.flatMap((line) => line[field] ?? []);
      return values.length === lines.length ? [[field, sum(values)]] : [];
    }),
  );
}

function metricsOf({ inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens, reasoningTokens }: Tokens) {
  if (inputTokens === undefined && outputTokens === undefined) return undefined;
  const extra = {
    ...(cacheWriteTokens === undefined ? {} : { cache_write_tokens: cacheWriteTokens }),
    ...(reasoningTokens === undefined ? {} : { reasoning_tokens: reasoningTokens }),
  };
  const metrics: Metrics = {
    ...(inputTokens === undefined
      ? {}
      : { prompt_tokens: inputTokens + (cacheReadTokens ?? 0) + (cacheWriteTokens ?? 0) }),
    ...(outputTokens === undefined ? {} : { completion_tokens: outputTokens }),
    ...(cacheReadTokens === undefined ? {} : { cached_tokens: cacheReadTokens }),
    ...(Object.keys(extra).length > 0 ? { extra } : {}),
  };
  return metrics;
}

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
const rounded = (seconds: number) => Math.round(seconds * 1_000) / 1_000;
