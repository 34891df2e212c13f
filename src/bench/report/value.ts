import type { FieldChange } from "../../audit/index.ts";
import { type Html, html } from "./html.ts";
import { first, limits } from "./limits.ts";
import { shortened } from "./visible.ts";

/** What changed in an object, field by field. What a Secret holds is not shown: reports are passed around. */
export function fieldChanges(changes: readonly FieldChange[], secret: boolean): Html {
  const { shown, note } = first(changes, limits.fields, ({ path, from, to }) => {
    const hide = secret && /^(?:data|stringData)\b/.test(path);
    const [was, is] = [text(from, hide), text(to, hide)];
    return html`<div class="field"><code class="path">${shortened(path, limits.value)}</code>${difference(was, is)}</div>`;
  });
  return html`${shown}${note}`;
}

function text(value: unknown, hide: boolean): string | undefined {
  if (value === undefined) return undefined;
  const full = shortened(typeof value === "string" ? value : JSON.stringify(value), limits.output);
  return hide ? `(${full.length} characters, not shown)` : full;
}

function difference(was: string | undefined, is: string | undefined): Html {
  if (was?.includes("\n") || is?.includes("\n")) return lines(was ?? "", is ?? "");
  const old = was === undefined ? html`<del class="none">none</del>` : html`<del>${shortened(was, limits.value)}</del>`;
  const now = is === undefined ? html`<ins class="none">none</ins>` : html`<ins>${shortened(is, limits.value)}</ins>`;
  return html`<span class="change">${old} <span class="arrow">→</span> ${now}</span>`;
}

/** The lines between those that are the same at the beginning and at the end. */
function lines(was: string, is: string): Html {
  const [old, now] = [was.split("\n"), is.split("\n")];
  let head = 0;
  while (head < Math.min(old.length, now.length) && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(old.length, now.length) - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const middle = (all: readonly string[]) => all.slice(head, all.length - tail);
  const marked = (sign: string, all: readonly string[]) =>
    shortened(all.map((line) => `${sign} ${line}`).join("\n"), limits.commandOutput);
  return html`<pre class="lines">${head > 0 && `  … ${head} lines the same\n`}<del>${marked("−", middle(old))}</del>
<ins>${marked("+", middle(now))}</ins>${tail > 0 && `\n  … ${tail} lines the same`}</pre>`;
}
