import { type FailureKind, failureKinds } from "../../behaviour/index.ts";
import type { Standing } from "../scores/index.ts";
import { percent, span } from "./format.ts";
import { type Html, html } from "./html.ts";
import type { ReportedRun } from "./model.ts";
import { figure, figures, table } from "./table.ts";
import { allTokens, rough } from "./tokens.ts";
import { grouped, shortened } from "./visible.ts";

/** Whether the page has anything to say about it. */
export function isTold({ standings }: ReportedRun): boolean {
  return standings.some(({ workings }) => workings !== undefined);
}

/** How agents went about it, and the ways in which they went wrong. Counted, and part of no score. */
export function working({ standings }: ReportedRun): Html {
  const told = standings.filter(({ workings }) => workings !== undefined);
  const known = (value: (standing: Standing) => unknown) => told.some((each) => value(each) !== undefined);
  const shown = { turns: known(({ turns }) => turns), tokens: known(allTokens) };
  const columns = [
    "Agent",
    ...(shown.turns ? [figures("Turns")] : []),
    ...["Calls", "Reads", "Writes", "Waits", "Other", "Redundant"].map(figures),
    ...["First write", "Last write", "Verified", "Gave up"].map(figures),
    ...(shown.tokens ? [figures("Tokens")] : []),
  ];
  const rows = told.flatMap((standing) => row(standing, shown) ?? []);
  return html`<section id="working"><h2>How they worked</h2>
${table("working", "How agents worked", columns, rows)}
<p class="caption">Means of a trial; times are medians from the start. Redundant: the same read again with nothing written in
between. Verified: of the trials that wrote, those that looked afterwards at what they had written or what came of it.</p>
${failures(told)}</section>`;
}

function row(standing: Standing, shown: { readonly turns: boolean; readonly tokens: boolean }): Html | undefined {
  const { workings, scored, turns, agent } = standing;
  if (workings === undefined) return undefined;
  const { classes, calls, redundant, firstWrite, lastWrite, wrote, verified, gaveUp, trials } = workings;
  const mean = (sum: number | undefined, of = trials) => figure(sum === undefined || of === 0 ? "–" : tenths(sum / of));
  const tokens = allTokens(standing);
  return html`<tr><th scope="row">${shortened(agent, 120)}</th>${shown.turns && mean(turns, scored)}
${[calls, classes.read, classes.write, classes.wait, classes.other, redundant].map((sum) => mean(sum))}
${figure(span(firstWrite))}${figure(span(lastWrite))}
${figure(wrote === 0 ? "–" : `${percent(verified / wrote)} %`)}${figure(grouped(gaveUp), gaveUp === 0 ? "zero" : "")}
${shown.tokens && figure(tokens === undefined || scored === 0 ? "–" : rough(tokens / scored))}</tr>`;
}

function tenths(value: number): string {
  return value.toFixed(1);
}

/** Ways to go wrong × agents: in how many trials. Ways that nobody went are named below. */
function failures(told: readonly Standing[]): Html {
  const countOf = ({ workings }: Standing, kind: FailureKind) => workings?.failures[kind] ?? 0;
  const seen = failureKinds.filter((kind) => told.some((standing) => countOf(standing, kind) > 0));
  const unseen = failureKinds.filter((kind) => !seen.includes(kind));
  const rows = seen.map((kind) => {
    const cells = told.map((standing) => {
      const count = countOf(standing, kind);
      const share = html`${grouped(count)}<span class="range"> of ${grouped(standing.workings?.trials ?? 0)}</span>`;
      return figure(count === 0 ? "–" : share, count === 0 ? "zero" : "");
    });
    return html`<tr><th scope="row">${kind}</th>${cells}</tr>`;
  });
  const columns = ["Failure", ...told.map(({ agent }) => figures(shortened(agent, 120)))];
  return html`<h3 id="failures">How they went wrong</h3>
${rows.length > 0 && table("failures", "Failures by agent", columns, rows)}
<p class="caption">Trials that show it; one trial may show several, and each says by which command or write.
${unseen.length > 0 && `Nobody: ${unseen.join(", ")}.`}</p>`;
}
