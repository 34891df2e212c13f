import { type Html, html } from "../html.ts";
import { first, limits } from "../limits.ts";
import type { ReportedFinding, ReportedTrial } from "../model.ts";
import { table } from "../table.ts";
import { shortened } from "../visible.ts";

/** All of them, what is not as it should be first. */
export function checks({ findings }: ReportedTrial): Html {
  const sorted = [...findings.filter(({ ok }) => !ok), ...findings.filter(({ ok }) => ok)];
  const { shown, note } = first(sorted, limits.findings, row);
  const columns = [{ title: "Result", is: "aside" }, "Check", "Kind", "Expected", "Found"] as const;
  return html`${table("checks", "Checks", columns, shown)}${note}`;
}

function row({ ok, check, kind, expected, found }: ReportedFinding): Html {
  const mark = ok
    ? html`<span class="tick" aria-hidden="true">✓</span><span class="aside">well</span>`
    : html`<span class="cross" aria-hidden="true">✗</span><span class="aside">not well</span>`;
  return html`<tr class="${ok ? "good" : "bad"}"><td class="mark">${mark}</td>
<td>${shortened(check, limits.sentence)}</td><td class="kind">${kind}</td>
<td>${shortened(expected, limits.value)}</td><td>${shortened(found, limits.value)}</td></tr>`;
}
