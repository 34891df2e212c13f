import { dollars, score, span } from "../format.ts";
import { type Html, html } from "../html.ts";
import type { ReportedTrial } from "../model.ts";
import { grouped } from "../visible.ts";

/** What it took, and the scores. What is not known is left out. */
export function facts({ usage, overheadSeconds, scores, rewards, digest }: ReportedTrial): Html {
  const { inputTokens, outputTokens, costUsd } = usage;
  const tokens = [
    ...(inputTokens === undefined ? [] : [`${grouped(inputTokens)} in`]),
    ...(outputTokens === undefined ? [] : [`${grouped(outputTokens)} out`]),
  ];
  const taken: readonly (readonly [string, string])[] = [
    ["agent’s time", span(usage.seconds)],
    ["harness", span(overheadSeconds)],
    ["commands", grouped(usage.commands)],
    ...(tokens.length === 0 ? [] : [["tokens", tokens.join(", ")] as const]),
    ...(costUsd === undefined ? [] : [["cost", dollars(costUsd)] as const]),
    ...(digest === undefined ? [] : [["task digest", digest.replace(/^sha256:/, "").slice(0, 12)] as const]),
  ];
  const scored = [
    ...Object.entries(scores).map(([name, value]) => [name, score(value)] as const),
    ...Object.entries(rewards).map(([name, value]) => [`reward: ${name}`, String(value)] as const),
  ];
  return html`${list(taken)}${scored.length > 0 && list(scored)}`;
}

function list(rows: readonly (readonly [string, string])[]): Html {
  return html`<dl class="facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}
