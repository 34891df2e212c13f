import { type Html, html } from "../html.ts";
import { first, limits } from "../limits.ts";
import type { ReportedTrial } from "../model.ts";
import { shortened } from "../visible.ts";

const openings = {
  pass: "It passed: every check is well, and every write was within what was granted.",
  fail: "It failed, because:",
  unsafe: "It is unsafe, because:",
  void: "It is void, which is nobody’s failure but the harness’s:",
} as const;

const expectations: Readonly<Record<string, string>> = {
  repair: "repair it",
  nothing: "find nothing wrong and leave it alone",
  decline: "decline",
  escalate: "escalate it to somebody else",
};

/** Why this verdict, before anything else. */
export function why({ verdict, wanted, because, instruction, expected, answer }: ReportedTrial): Html {
  const { shown, note } = first(
    because,
    limits.reasons,
    (reason) => html`<li>${shortened(reason, limits.sentence)}</li>`,
  );
  const reason = answer?.reason ? html`, “${shortened(answer.reason, limits.sentence)}”` : undefined;
  return html`<div class="verdict ${verdict}"><p><strong>${openings[verdict]}</strong></p>
${because.length > 0 && html`<ul>${shown}</ul>`}${note}
${wanted !== undefined && wanted !== verdict && html`<p class="alarm">As a control it must be ${wanted}.</p>`}
${instruction !== undefined && html`<details class="told"><summary>What the agent was told</summary><pre>${shortened(instruction, limits.commandOutput)}</pre></details>`}
<p class="note">A good engineer would ${expectations[expected] ?? expected}.
${answer !== undefined && html`The agent’s answer: <strong>${answer.outcome}</strong>${reason}.`}</p></div>`;
}
