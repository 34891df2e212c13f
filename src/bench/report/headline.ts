import { count, median, moment, span } from "./format.ts";
import { type Html, html } from "./html.ts";
import type { ReportedRun } from "./model.ts";
import { countVerdicts, shares, verdicts } from "./verdict.ts";
import { grouped, shortened } from "./visible.ts";

/** What ran, when, and what came of it, before any detail. */
export function headline(run: ReportedRun): Html {
  const { trials, planned, kind } = run;
  const counts = countVerdicts(trials);
  const names = (of: "task" | "agent") => new Set(trials.map((trial) => trial[of])).size;
  const what = [count(names("task"), "task"), count(names("agent"), "agent"), count(trials.length, "trial")];
  const missing = planned - trials.length;
  return html`<header class="top"><p class="kicker">Airworthy bench${kind === "controls" && ", control matrix"}</p><h1>${shortened(run.name, 120)}</h1>
<p class="lead">${what.join(" · ")}${missing > 0 && html` · <strong>${count(missing, "trial")} without a result</strong>`}</p>
${shares(counts)}
<dl class="figures">${verdicts.map((verdict) => html`<div class="${verdict}"><dt>${verdict}</dt><dd>${grouped(counts[verdict])}</dd></div>`)}
<div><dt>harness, median</dt><dd>${span(median(trials.map(({ overheadSeconds }) => overheadSeconds)))}</dd></div>
<div><dt>agent, median</dt><dd>${span(median(trials.map(({ usage }) => usage.seconds)))}</dd></div></dl>
${kind === "controls" && asWanted(run)}
${provenance(run)}</header>`;
}

function asWanted({ trials }: ReportedRun): Html {
  const other = trials.filter(({ wanted, verdict }) => wanted !== undefined && wanted !== verdict).length;
  if (other === 0) return html`<p class="wanted good">Every control got the verdict that it must get.</p>`;
  return html`<p class="wanted bad"><strong>${count(other, "control")} got another verdict than the one it must get.</strong> These have a frame in the matrix.</p>`;
}

function provenance({ began, ended, versions, digest }: ReportedRun): Html {
  const seconds = (Date.parse(ended ?? "") - Date.parse(began ?? "")) / 1_000;
  const rows: readonly (readonly [string, string | Html])[] = [
    ["began", Number.isNaN(seconds) ? moment(began) : `${moment(began)}, took ${span(seconds)}`],
    ...Object.entries(versions),
    ["bundle", digest === undefined ? "not signed yet" : html`<code>${digest}</code>`],
  ];
  return html`<dl class="provenance">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}
