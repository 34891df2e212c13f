import { median, span } from "./format.ts";
import { type Html, html } from "./html.ts";
import type { ReportedTrial } from "./model.ts";
import { figure, figures, table } from "./table.ts";
import { countVerdicts, shares, verdicts } from "./verdict.ts";
import { grouped, shortened } from "./visible.ts";

/** Where trials stumble, task by task. */
export function tasks(trials: readonly ReportedTrial[]): Html {
  const isTold = trials.some(({ conduct }) => conduct !== undefined);
  const columns = [
    ...["Task", "To do", figures("Seeds"), { title: "Verdicts", is: "aside" } as const],
    ...verdicts.map((verdict) => figures(verdict)),
    ...(isTold ? [figures("Calls"), figures("First write")] : []),
    ...[figures("Agent"), figures("Harness"), "Most often not well"],
  ];
  const rows = [...Map.groupBy(trials, ({ task }) => task)].map(([task, all]) => row(task, all, isTold));
  return html`<section id="tasks"><h2>Tasks</h2>
${table("tasks", "Tasks", columns, rows)}
<p class="caption">Times${isTold && " and calls"} are medians.</p></section>`;
}

function row(task: string, trials: readonly ReportedTrial[], isTold: boolean): Html {
  const calls = median(trials.flatMap(({ conduct }) => conduct?.calls ?? []));
  const firstWrite = median(trials.flatMap(({ conduct }) => conduct?.firstWrite ?? []));
  const counts = countVerdicts(trials);
  const seeds = new Set(trials.map(({ seed }) => seed)).size;
  const time = (of: (trial: ReportedTrial) => number) => figure(span(median(trials.map(of))));
  return html`<tr><th scope="row">${shortened(task, 120)}</th><td>${trials[0]?.expected}</td>${figure(grouped(seeds))}
<td class="bar">${shares(counts)}</td>
${verdicts.map((verdict) => figure(grouped(counts[verdict]), counts[verdict] === 0 ? "zero" : verdict))}
${isTold && [figure(calls === undefined ? "–" : String(calls)), figure(span(firstWrite))]}${time(({ usage }) => usage.seconds)}${time(({ overheadSeconds }) => overheadSeconds)}
<td class="reason">${stumblingBlock(trials)}</td></tr>`;
}

/** The check that failed in most trials, and in how many. */
function stumblingBlock(trials: readonly ReportedTrial[]): string {
  const failed = trials.flatMap(({ findings }) => [
    ...new Set(findings.filter(({ ok }) => !ok).map(({ check }) => check)),
  ]);
  const [most] = [...Map.groupBy(failed, (check) => check).values()].sort((a, b) => b.length - a.length);
  return most?.[0] === undefined ? "" : `${shortened(most[0], 160)} (${most.length})`;
}
