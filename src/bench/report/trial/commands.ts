import { instant, span } from "../format.ts";
import { type Html, html } from "../html.ts";
import { first, limits } from "../limits.ts";
import type { ReportedCommand, ReportedTrial } from "../model.ts";
import { plain, shortened } from "../visible.ts";

/** Each with what the agent said before it; the output opens. */
export function commands({ commands: all }: ReportedTrial, id: string): Html {
  const { shown, note } = first(all, limits.commands, (command, index) => {
    const { said } = command;
    const words = said !== "" && html`<blockquote>${shortened(said, limits.commandLine)}</blockquote>`;
    return html`<li id="${id}-c${index}">${words}${command.text !== "" && call(command)}</li>`;
  });
  return html`<ol class="commands">${shown}</ol>${note}`;
}

function call({ at, text, code, seconds, output }: ReportedCommand): Html {
  const row = html`<span class="when">${instant(at)}</span><code>${shortened(text, limits.commandLine)}</code>
<span class="took">${seconds !== undefined && span(seconds)}</span>${exit(code)}`;
  if (output === "") return html`<div class="row">${row}</div>`;
  return html`<details><summary class="row">${row}</summary><pre>${plain(shortened(output, limits.commandOutput))}</pre></details>`;
}

function exit(code: number | undefined): Html {
  if (code === undefined) return html`<span class="exit">–</span>`;
  return html`<span class="exit ${code === 0 ? "good" : "bad"}"><span class="aside">exit code </span>${code}</span>`;
}
