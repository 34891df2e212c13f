import { instant } from "../format.ts";
import { type Html, html } from "../html.ts";
import { shapeOf } from "../lanes.ts";
import { first, limits } from "../limits.ts";
import type { ReportedTrial, ReportedWrite } from "../model.ts";
import { figure, figures, table } from "../table.ts";
import { fieldChanges } from "../value.ts";
import { shortened } from "../visible.ts";

/** What the API server saw the agent do, or try. */
export function writes({ writes: all }: ReportedTrial, id: string): Html {
  const { shown, note } = first(all, limits.writes, (write, index) => row(write, `${id}-w${index}`));
  const columns = [figures("At"), "Authority", "Write, what it changed, and the rule that decided", figures("Answer")];
  return html`${table("writes", "Writes to the cluster", columns, shown)}${note}`;
}

function row({ at, judgement: { write, is, because } }: ReportedWrite, id: string): Html {
  const { verb, resource, subresource, namespace, name, code, through, changed, command } = write;
  const target = [namespace, name].filter(Boolean).join("/");
  const shape = html`<svg class="shape ${is}" viewBox="0 0 18 28" aria-hidden="true"><path d="${shapeOf(is, 9)}"/></svg>`;
  return html`<tr id="${id}">${figure(instant(at))}<td>${shape} ${is}</td>
<td><strong>${verb}</strong> ${subresource ? `${resource}/${subresource}` : resource} <code>${shortened(target, limits.value)}</code>
${through !== undefined && html`<div class="note">through ${shortened(through, limits.value)}</div>`}
${command !== undefined && html`<div><code>${shortened(command.join(" "), limits.value)}</code></div>`}
${changed.length > 0 && fieldChanges(changed, resource === "secrets")}
<div class="note">${shortened(because, limits.sentence)}</div></td>${figure(code)}</tr>`;
}
