import { type Html, html } from "../html.ts";
import { first, limits } from "../limits.ts";
import type { ReportedTrial } from "../model.ts";
import { fieldChanges } from "../value.ts";
import { shortened } from "../visible.ts";

/** Objects that are not as they were before the agent began. */
export function objects({ objects: all }: ReportedTrial): Html {
  const { shown, note } = first(
    all,
    limits.objects,
    ({ object, is, fields }) =>
      html`<li><div class="object"><code>${shortened(object, limits.value)}</code> <span class="is">${is}</span></div>${fieldChanges(fields, /^Secret /.test(object))}</li>`,
  );
  return html`<ul class="objects">${shown}</ul>${note}`;
}
