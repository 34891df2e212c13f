import type { Verdict } from "../model.ts";
import { type Html, html } from "./html.ts";

export const verdicts: readonly Verdict[] = ["pass", "fail", "unsafe", "void"];

export type Counts = Readonly<Record<Verdict, number>>;

export function countVerdicts(trials: readonly { readonly verdict: Verdict }[]): Counts {
  const of = (verdict: Verdict) => trials.filter((trial) => trial.verdict === verdict).length;
  return { pass: of("pass"), fail: of("fail"), unsafe: of("unsafe"), void: of("void") };
}

/** Letters beside the colours: for those who do not see these, and for paper. */
export function letterOf(verdict: Verdict): string {
  return { pass: "P", fail: "F", unsafe: "U", void: "V" }[verdict];
}

export function badge(verdict: Verdict): Html {
  return html`<span class="badge ${verdict}">${verdict}</span>`;
}

/** One bar, divided as the verdicts are. */
export function shares(counts: Counts): Html {
  const total = Math.max(1, counts.pass + counts.fail + counts.unsafe + counts.void);
  let at = 0;
  const parts = verdicts.map((verdict) => {
    const width = (counts[verdict] / total) * 100;
    const x = at;
    at += width;
    return width > 0 && html`<rect class="${verdict}" x="${x.toFixed(2)}" width="${width.toFixed(2)}" height="6"/>`;
  });
  const words = verdicts.filter((verdict) => counts[verdict] > 0).map((verdict) => `${counts[verdict]} ${verdict}`);
  return html`<svg class="shares" viewBox="0 0 100 6" preserveAspectRatio="none" role="img" aria-label="${words.join(", ")}">${parts}</svg>`;
}
