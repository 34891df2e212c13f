import { count, instant, percent, span } from "../format.ts";
import { type Html, html } from "../html.ts";
import { first, limits } from "../limits.ts";
import type { Moment, ReportedTrial } from "../model.ts";
import { timeline } from "../timeline.ts";
import { badge } from "../verdict.ts";
import { grouped, plain, shortened } from "../visible.ts";
import { checks } from "./checks.ts";
import { commands } from "./commands.ts";
import { coverage } from "./coverage.ts";
import { entries } from "./entries.ts";
import { facts } from "./facts.ts";
import { failures } from "./failures.ts";
import { objects } from "./objects.ts";
import { why } from "./why.ts";
import { writes } from "./writes.ts";

/** The line that a closed trial is. */
export function headOf({ verdict, task, agent, seed, attempt, usage, because }: ReportedTrial): Html {
  return html`${badge(verdict)}<span class="task">${shortened(task, 120)}</span>
<span class="agent">${shortened(agent, 120)}</span><span class="variant">seed ${shortened(seed, 40)}, attempt ${attempt}</span>
<span class="took">${span(usage.seconds)}</span><span class="why">${shortened(because[0] ?? "", 200)}</span>`;
}

/** All that there is about one trial. */
export function trialOf(trial: ReportedTrial, id: string): Html {
  return html`${why(trial)}${facts(trial)}${partsOf(trial, id).map(
    ({ title, remark, content }) => html`
<section><h4>${title}${remark !== "" && html` <span class="remark">${remark}</span>`}</h4>${content}</section>`,
  )}
<p class="files">Files: <code>${trial.name}</code></p>`;
}

interface TrialPart {
  readonly title: string;
  readonly remark: string;
  readonly content: Html;
}

/** In the order in which somebody who asks why goes on asking. */
function partsOf(trial: ReportedTrial, id: string): TrialPart[] {
  const parts: TrialPart[] = [];
  const add = (title: string, remark: string, content: Html) => parts.push({ title, remark, content });
  const { steps, findings, objects: changed, coverage: covered, entries: written, chaos, refused, output } = trial;
  const failed = findings.filter(({ ok }) => !ok).length;
  const beyond = trial.writes.filter(({ judgement: { is } }) => is !== "allowed").length;
  if (trial.failures.length > 0) {
    add("Failures", trial.failures.map(({ kind }) => kind).join(", "), failures(trial, id));
  }
  if (steps.length > 0) add("Timeline", "", timeline(trial, id));
  if (findings.length > 0)
    add("Checks", `${grouped(findings.length - failed)} well, ${grouped(failed)} not`, checks(trial));
  if (trial.commands.length > 0) {
    const calls = trial.commands.filter(({ call }) => call !== undefined).length;
    add("Commands", count(calls, "call"), commands(trial, id));
  }
  if (trial.writes.length > 0) {
    const remark = `${count(trial.writes.length, "write")}, ${grouped(beyond)} beyond what was granted`;
    add("Writes to the cluster", remark, writes(trial, id));
  }
  if (changed.length > 0) add("Objects before and after", count(changed.length, "object"), objects(trial));
  if (covered) add("Coverage", covered.share === undefined ? "" : `${percent(covered.share)} %`, coverage(covered));
  if (written.length > 0) add("Evidence", count(written.length, "entry", "entries"), entries(trial, id));
  if (chaos.length > 0) add("Chaos", count(chaos.length, "disturbance"), moments(chaos, `${id}-x`));
  if (refused.length > 0) add("Refused", count(refused.length, "connection"), moments(refused, `${id}-r`));
  if (output !== "") add("Output of the agent", count(output.length, "character"), outputOf(output));
  return parts;
}

function moments(all: readonly Moment[], id: string): Html {
  const { shown, note } = first(
    all,
    limits.entries,
    ({ at, text }, index) =>
      html`<li id="${id}${index}"><span class="when">${instant(at)}</span> ${shortened(text, limits.sentence)}</li>`,
  );
  return html`<ul class="plain">${shown}</ul>${note}`;
}

function outputOf(output: string): Html {
  return html`<details><summary>show</summary><pre>${plain(shortened(output, limits.output))}</pre></details>`;
}
