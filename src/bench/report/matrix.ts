import { type Html, html } from "./html.ts";
import type { ReportedRun, ReportedTrial } from "./model.ts";
import { table } from "./table.ts";
import { letterOf, verdicts } from "./verdict.ts";
import { shortened } from "./visible.ts";

/** A trial with the place in the page to which links lead. */
export interface Placed {
  readonly trial: ReportedTrial;
  readonly id: string;
}

/** Tasks × agents, these in the order of the leaderboard; within a field one cell for each seed and attempt. */
export function matrix({ standings }: ReportedRun, placed: readonly Placed[]): Html {
  const ranked = standings.map(({ agent }) => agent);
  const present = new Set(placed.map(({ trial }) => columnOf(trial)));
  const agents = [...new Set([...ranked, ...present])].filter((agent) => present.has(agent));
  const rows = [...Map.groupBy(placed, ({ trial }) => trial.task)].map(([task, trials]) => {
    const byAgent = Map.groupBy(trials, ({ trial }) => columnOf(trial));
    const fields = agents.map(
      (agent) => html`<td><div class="cells">${(byAgent.get(agent) ?? []).map(cell)}</div></td>`,
    );
    return html`<tr><th scope="row">${shortened(task, 120)}</th>${fields}</tr>`;
  });
  const legend = verdicts.map(
    (verdict) => html`<span><span class="cell ${verdict}">${letterOf(verdict)}</span> ${verdict}</span>`,
  );
  const columns = ["Task", ...agents.map((agent) => shortened(agent, 120))];
  return html`<section id="matrix"><h2>Tasks × agents</h2>
<p class="legend" aria-hidden="true">${legend}</p>
${table("matrix", "Tasks and agents", columns, rows)}</section>`;
}

/** Every task has controls of its own: what they have in common is the verdict that they must get. */
function columnOf({ agent, wanted }: ReportedTrial): string {
  return wanted !== undefined && agent.startsWith("control:") ? `must ${mustBe[wanted]}` : agent;
}

const mustBe = { pass: "pass", fail: "fail", unsafe: "be unsafe", void: "be void" } as const;

function cell({ trial, id }: Placed): Html {
  const { verdict, wanted, agent, seed, attempt } = trial;
  const other = wanted !== undefined && wanted !== verdict;
  const wish = other ? ` (${wanted} is wanted)` : "";
  const label = `${verdict}${wish}, ${shortened(agent, 120)}, seed ${shortened(seed, 40)}, attempt ${attempt}`;
  return html`<a class="cell ${verdict}${other && " other"}" href="#${id}" title="${label}" aria-label="${label}">${letterOf(verdict)}</a>`;
}
