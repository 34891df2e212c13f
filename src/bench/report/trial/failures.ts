import type { Failure } from "../../../behaviour/index.ts";
import { type Html, html } from "../html.ts";
import { first, limits } from "../limits.ts";
import type { ReportedTrial } from "../model.ts";
import { shortened } from "../visible.ts";

/** The ways in which it went wrong, each with what shows it. */
export function failures({ failures: all, commands, writes }: ReportedTrial, id: string): Html {
  const placeOf = ({ call, write }: Failure["signs"][number]): string | undefined => {
    const [asked, wrote] = [
      call === undefined ? -1 : commands.findIndex((command) => command.call === call),
      write === undefined ? -1 : writes.findIndex(({ judgement }) => judgement.write.id === write),
    ];
    if (asked >= 0 && asked < limits.commands) return `${id}-c${asked}`;
    return wrote >= 0 && wrote < limits.writes ? `${id}-w${wrote}` : undefined;
  };
  const items = all.map(({ kind, because, signs }) => {
    const { shown, note } = first(signs, limits.reasons, (sign) => {
      const [place, text] = [placeOf(sign), html`<code>${shortened(sign.text, limits.value)}</code>`];
      return html`<li>${place === undefined ? text : html`<a href="#${place}">${text}</a>`}</li>`;
    });
    return html`<li><strong>${kind}</strong>: ${shortened(because, limits.sentence)}${signs.length > 0 && html`<ul>${shown}</ul>`}${note}</li>`;
  });
  return html`<ul class="failures">${items}</ul>`;
}
