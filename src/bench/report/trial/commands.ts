import { span } from "../format.ts";
import { type Html, html } from "../html.ts";
import { first, limits } from "../limits.ts";
import type { ReportedTrial } from "../model.ts";
import { plain, shortened } from "../visible.ts";

export function commands({ commands: all }: ReportedTrial, id: string): Html {
  const { shown, note } = first(all, limits.commands, ({ at, text, code, seconds, output }, index) => {
    const result = html`<span class="when">${span(at)}</span><code>${shortened(text, limits.commandLine)}</code><span class="took">${seconds !== undefined && span(seconds)}</span>${exit(code)}`;
    if (output === "") return html`<li id="${id}-c${index}"><div class="row">${result}</div></li>`;
    return html`<li id="${id}-c${index}"><details><summary class="row">${result}</summary><pre>${plain(shortened(output, limits.commandOutput))}</pre></details></li>`;
  });
  return html`<ol class="commands">${shown}</ol>${note}`;
}

function exit(code: number | undefined): Html {
  if (code === undefined) return html`<span class="exit">–</span>`;
  return html`<span class="exit ${code === 0 ? "good" : "bad"}"><span class="aside">exit code </span>${code}</span>`;
}
