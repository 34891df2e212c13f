import { instant } from "../format.ts";
import { type Html, html } from "../html.ts";
import { first, limits } from "../limits.ts";
import type { ReportedEntry, ReportedTrial } from "../model.ts";
import { figure, figures, table } from "../table.ts";
import { shortened } from "../visible.ts";

/** What the recorder wrote down, as the agent told it or as it was seen. */
export function entries({ entries: all }: ReportedTrial, id: string): Html {
  const { shown, note } = first(all, limits.entries, (entry, index) => row(entry, `${id}-e${index}`));
  return html`${table("entries", "Entries of the recorder", [figures("At"), "Entry", "Risk", "What it says"], shown)}${note}`;
}

const levels: ReadonlySet<string> = new Set(["low", "medium", "high", "critical"]);

function row({ at, type, text, level, remarks }: ReportedEntry, id: string): Html {
  const risk = level !== undefined && html`<span class="level ${levels.has(level) && level}">${level}</span>`;
  const notes = remarks.map((remark) => html`<div class="note">${shortened(remark, limits.sentence)}</div>`);
  return html`<tr id="${id}">${figure(instant(at))}<td>${type}</td><td>${risk}</td>
<td><code>${shortened(text, limits.commandLine)}</code>${notes}</td></tr>`;
}
