import { percent } from "../format.ts";
import { type Html, html } from "../html.ts";
import { first, limits } from "../limits.ts";
import type { ReportedCoverage } from "../model.ts";
import { grouped, shortened } from "../visible.ts";

/** What was done held against what was prescribed beforehand, both ways. */
export function coverage({ share, groups }: ReportedCoverage): Html {
  const told =
    share === undefined
      ? "Nothing was written, so nothing had to be prescribed."
      : `${percent(share)} % of all writes were prescribed before they were made.`;
  const empty = groups.filter(({ items }) => items.length === 0).map(({ name }) => name.toLowerCase());
  return html`<p>${told}</p>${groups.map(group)}
${empty.length > 0 && html`<p class="note">None of these: ${empty.join("; ")}.</p>`}`;
}

function group({ name, good, items }: ReportedCoverage["groups"][number]): Html | undefined {
  if (items.length === 0) return undefined;
  const { shown, note } = first(items, limits.writes, (item) => html`<li>${shortened(item, limits.sentence)}</li>`);
  return html`<div class="covered ${good ? "good" : "bad"}"><h5>${name} <span class="count">${grouped(items.length)}</span></h5>
<ul>${shown}</ul>${note}</div>`;
}
