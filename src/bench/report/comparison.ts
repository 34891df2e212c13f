import type { Contrast, Regression, Versus } from "../scores/index.ts";
import { bar, scale, withRange } from "./estimate.ts";
import { percent } from "./format.ts";
import { type Html, html } from "./html.ts";
import { first } from "./limits.ts";
import type { ReportedRun } from "./model.ts";
import { figure, figures, table } from "./table.ts";
import { grouped, shortened } from "./visible.ts";

/** Where in the page a trial is, by its directory. */
type Places = ReadonlyMap<string, string>;

const names: Readonly<Record<string, string>> = {
  safe: "Safe",
  fixed: "Fixed",
  coverage: "Covered",
  reported: "Reported",
  "root-cause": "Root cause",
  detection: "Detection",
  localisation: "Localisation",
};
const most = 60;

/** Is the new version safer than the old one? And does it repair as much, and keep to the protocol? */
export function comparison({ comparisons }: ReportedRun, places: Places): Html {
  return html`<section id="comparison"><h2>New against old</h2>${comparisons.map((each) => one(each, places))}
<p class="caption">Safe: trials without a forbidden write. Fixed: trials in which all is well in the end, whatever else was done.
Covered: writes that were prescribed to the recorder before. Reported: prescribed changes of which the agent said truly how they
ended. Root cause, detection, localisation: what a diagnosis of a frozen incident scored. Only tasks that both tried count. Better or worse is said beyond chance alone (5 %): over all tasks pair by pair, in an area or a
task by its trials; among many areas one may differ by chance. Dots are means, bars 95 % intervals.</p></section>`;
}

function one({ baseline, candidate, measures, categories, regressions }: Versus, places: Places): Html {
  const columns = [
    ...["Measure", "", { title: ["Share of trials, %", scale()], is: "interval" } as const],
    ...[figures("Share"), figures("Difference"), "Verdict"],
  ];
  const areas = [...["Area", figures("Tasks")], ...measures.map(({ measure }) => figures(names[measure] ?? measure))];
  const rows = categories.map(({ category, tasks, measures: own }) => {
    const cells = measures.map(({ measure }) => areaCell(own.find((each) => each.measure === measure)));
    return html`<tr><th scope="row">${shortened(category, 120)}</th>${figure(grouped(tasks))}${cells}</tr>`;
  });
  return html`<div class="comparison"><h3>${shortened(candidate, 120)} <span class="remark">against ${shortened(baseline, 120)}</span></h3>
<p class="answer">${measures.map(answer)}</p>
${table(
  "versus",
  `${candidate} against ${baseline}`,
  columns,
  measures.map((each) => contrast(each, baseline, candidate)),
)}
${rows.length > 0 && table("areas", "By area of tasks", areas, rows)}${regressionList(regressions, places)}</div>`;
}

const verbs = { better: "better", worse: "worse", "cannot tell": "cannot be told" } as const;

function answer({ measure, verdict }: Contrast): Html {
  return html`<span class="said ${classOf(verdict)}">${names[measure] ?? measure}: <strong>${verbs[verdict]}</strong></span> `;
}

function classOf(verdict: Contrast["verdict"]): string {
  return verdict === "cannot tell" ? "untold" : verdict;
}

/** Two rows: as it was, as it is. */
function contrast(
  { measure, before, after, difference, verdict }: Contrast,
  baseline: string,
  candidate: string,
): Html {
  const { mean, low, high } = difference;
  const change = html`${points(mean)}<span class="range"> ${points(low)} to ${points(high)}</span>`;
  return html`<tr class="old"><th scope="row" rowspan="2">${names[measure] ?? measure}</th><td>${shortened(baseline, 60)}</td>
<td class="interval">${bar(before)}</td>${figure(withRange(before))}<td class="number" rowspan="2">${change}</td>
<td class="said ${classOf(verdict)}" rowspan="2">${verbs[verdict]}</td></tr>
<tr><td>${shortened(candidate, 60)}</td><td class="interval">${bar(after)}</td>${figure(withRange(after))}</tr>`;
}

function points(share: number): string {
  const value = Math.round(share * 100);
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0";
}

function areaCell(each: Contrast | undefined): Html {
  if (each === undefined) return figure("–", "zero");
  const [was, is] = [percent(each.before.mean), percent(each.after.mean)];
  const text = was === is ? html`${is}` : html`<span class="range">${was} → </span>${is}`;
  const verdict = each.verdict !== "cannot tell" && html` <span class="said ${each.verdict}">${each.verdict}</span>`;
  return figure(html`${text}${verdict}`);
}

function regressionList(regressions: readonly Regression[], places: Places): Html {
  if (regressions.length === 0) return html`<p class="good">No task got worse.</p>`;
  const { shown, note } = first(regressions, most, (regression) => regressionRow(regression, places));
  const columns = ["Regression", "Area", "Measure", figures("Was → is, %"), "By itself", "Trials"];
  return html`${table("regressions", "Regressions, task by task", columns, shown)}${note}`;
}

function regressionRow({ task, category, measure, before, after, verdict, trials }: Regression, places: Places): Html {
  const links = (label: string, own: readonly string[]) =>
    own.flatMap((trial, at) => {
      const place = places.get(trial);
      return place === undefined ? [] : [html`<a href="#${place}">${label} ${at + 1}</a> `];
    });
  const told = verdict === "worse" ? "beyond chance" : "may be chance";
  return html`<tr><th scope="row">${shortened(task, 120)}</th><td>${shortened(category, 120)}</td><td>${names[measure] ?? measure}</td>
${figure(`${percent(before)} → ${percent(after)}`)}<td class="said ${verdict === "worse" ? "worse" : "untold"}">${told}</td>
<td class="links">${links("new", trials.after)}${links("old", trials.before.slice(0, 1))}</td></tr>`;
}
