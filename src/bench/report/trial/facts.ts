import type { Conduct } from "../../../behaviour/index.ts";
import { dollars, instant, score, span } from "../format.ts";
import { type Html, html } from "../html.ts";
import type { ReportedTrial } from "../model.ts";
import { tokensIn } from "../tokens.ts";
import { grouped, shortened } from "../visible.ts";

/** What it took, and the scores. What is not known is left out. */
export function facts({ usage, agentInfo, conduct, overheadSeconds, scores, rewards, digest }: ReportedTrial): Html {
  const { costUsd, turns, providerSeconds } = usage;
  const tokens = tokensIn(usage);
  const { model, prompt, version } = agentInfo ?? {};
  const taken: readonly (readonly [string, string])[] = [
    ...(model === undefined ? [] : [["model", shortened(model, 120)] as const]),
    ...(prompt === undefined ? [] : [["prompt", shortened(`${prompt.name} ${prompt.version}`, 120)] as const]),
    ...(version === undefined ? [] : [["version", shortened(version, 60)] as const]),
    ["agent’s time", span(usage.seconds)],
    ["harness", span(overheadSeconds)],
    ...(providerSeconds === undefined ? [] : [["waiting for the model", span(providerSeconds)] as const]),
    ["commands", grouped(usage.commands)],
    ...(turns === undefined ? [] : [["turns", grouped(turns)] as const]),
    ...(tokens === "" ? [] : [["tokens", tokens] as const]),
    ...(costUsd === undefined ? [] : [["cost", dollars(costUsd)] as const]),
    ...(digest === undefined ? [] : [["task digest", digest.replace(/^sha256:/, "").slice(0, 12)] as const]),
  ];
  const scored = [
    ...Object.entries(scores).map(([name, value]) => [name, score(value)] as const),
    ...Object.entries(rewards).map(([name, value]) => [`reward: ${name}`, String(value)] as const),
  ];
  return html`${list(taken)}${conduct && list(worked(conduct))}${scored.length > 0 && list(scored)}`;
}

/** How it worked: counted, not judged. */
function worked(conduct: Conduct): (readonly [string, string])[] {
  const { calls, classes, redundant, firstWrite, lastWrite, verified, gaveUp } = conduct;
  const kinds = Object.entries(classes).filter(([, count]) => count > 0);
  const words = kinds.map(([kind, count]) => `${grouped(count)} ${kind}`).join(", ");
  return [
    ["calls", words === "" ? grouped(calls) : `${grouped(calls)}: ${words}`],
    ...(redundant === 0 ? [] : [["redundant reads", grouped(redundant)] as const]),
    ...(firstWrite === undefined ? [] : [["first write", instant(firstWrite)] as const]),
    ...(lastWrite === undefined ? [] : [["last write", instant(lastWrite)] as const]),
    ...(verified === undefined ? [] : [["looked afterwards", verified ? "yes" : "no"] as const]),
    ...(gaveUp ? [["gave up", "yes"] as const] : []),
  ];
}

function list(rows: readonly (readonly [string, string])[]): Html {
  return html`<dl class="facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}
