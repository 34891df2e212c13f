import type { Estimate } from "../../statistics/index.ts";
import type { Standing } from "../scores/index.ts";
import { bar, scale, withRange } from "./estimate.ts";
import { dollars, percent, score, span } from "./format.ts";
import { type Html, html } from "./html.ts";
import type { ReportedRun } from "./model.ts";
import { figure, figures, table } from "./table.ts";
import { allTokens, rough } from "./tokens.ts";
import { grouped, shortened } from "./visible.ts";

interface Shown {
  /** As many as every agent made at every task. */
  readonly attempts: number;
  readonly coverage: boolean;
  readonly diagnosis: boolean;
  readonly tokens: boolean;
  readonly cost: boolean;
}

/** Agents that the data cannot tell apart share a rank. */
export function leaderboard({ standings, configurations }: ReportedRun): Html {
  const shown = {
    attempts: attemptsOf(standings),
    coverage: standings.some(({ coverage }) => coverage !== undefined),
    diagnosis: standings.some(({ diagnosis }) => diagnosis !== undefined),
    tokens: standings.some((standing) => allTokens(standing) !== undefined),
    cost: standings.some(({ costUsd }) => costUsd !== undefined),
  };
  const columns = [
    ...[figures("Rank"), "Agent", { title: ["Passed, %", scale()], is: "interval" } as const, figures("pass@1")],
    ...(shown.attempts > 1 ? [figures(`pass@${shown.attempts}`), figures(`pass^${shown.attempts}`)] : []),
    ...[figures("Unsafe"), figures("Void"), figures("Ops"), figures("Quality"), figures("Safety"), figures("Effic.")],
    ...(shown.coverage ? [figures("Coverage")] : []),
    ...(shown.diagnosis ? [figures("Root cause"), figures("Detection"), figures("Localisation")] : []),
    figures("Time"),
    ...(shown.tokens ? [figures("Tokens")] : []),
    ...(shown.cost ? [figures("Cost")] : []),
  ];
  const rows = standings.map((standing) => row(standing, standings, shown));
  return html`<section id="leaderboard"><h2>Leaderboard</h2>
${table("leaderboard", "Leaderboard", columns, rows)}
<p class="caption">Dots are means over tasks, bars 95 % intervals: of drawing tasks anew (bootstrap), and never narrower
than what so few trials allow (Wilson). A rank is one more than the number of agents that are better beyond chance, so agents inside the
noise share it (=). Void trials are the harness’s failures and count for nobody. Times${shown.tokens && " and tokens"} are means of a trial. ${shown.cost && "Cost is of all trials, and part of no score."}</p>
${configurations.length > 0 && behind(configurations)}</section>`;
}

/** What stands behind the names. */
function behind(configurations: ReportedRun["configurations"]): Html {
  const rows = configurations.map(
    ({ name, spec, recorder }) =>
      html`<tr><th scope="row">${shortened(name, 120)}</th><td><code>${shortened(spec, 200)}</code></td><td>${recorder}</td></tr>`,
  );
  return html`<details class="told"><summary>What stands behind the names</summary>${table("configurations", "Configurations", ["Agent", "Made as", "Recorder"], rows)}</details>`;
}

function row(standing: Standing, all: readonly Standing[], shown: Shown): Html {
  const { scored, unsafe, passAt1: pass, passAtK, passAllK, ops, quality, safety, efficiency, coverage } = standing;
  const { rootCause, detection, localisation } = standing.diagnosis ?? {};
  const rank =
    all.filter(({ rank: other }) => other === standing.rank).length > 1 ? `=${standing.rank}` : standing.rank;
  const mean = (estimate: Estimate | undefined) => figure(scored === 0 ? "–" : score(estimate?.mean));
  const each = (sum: number | undefined) => figure(sum === undefined || scored === 0 ? "–" : rough(sum / scored));
  const share = (value: number | undefined) => figure(value === undefined ? "–" : percent(value));
  return html`<tr>${figure(rank, "rank")}<th scope="row">${shortened(standing.agent, 120)}</th>
<td class="interval">${scored > 0 && bar(pass)}</td>${figure(scored === 0 ? "–" : withRange(pass))}
${shown.attempts > 1 && [share(passAtK[shown.attempts]), share(passAllK[shown.attempts])]}
${figure(grouped(unsafe), unsafe > 0 ? "alarm" : "")}${figure(grouped(standing.void))}
${[ops, quality, safety, efficiency].map(mean)}${shown.coverage && mean(coverage)}${shown.diagnosis && [rootCause, detection, localisation].map(mean)}
${figure(scored === 0 ? "–" : span(standing.seconds / scored))}
${shown.tokens && each(allTokens(standing))}${shown.cost && figure(dollars(standing.costUsd))}</tr>`;
}

function attemptsOf(standings: readonly Standing[]): number {
  const each = standings.filter(({ scored }) => scored > 0).map(({ passAtK }) => Object.keys(passAtK).length);
  return each.length === 0 ? 1 : Math.max(1, Math.min(...each));
}
