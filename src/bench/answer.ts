import type { Answer } from "../agents/index.ts";
import type { Entry } from "../evidence/index.ts";

const outcomes: readonly string[] = ["done", "declined", "escalated", "nothing-wrong"];

export function parseAnswer(text: string): Answer | undefined {
  try {
    const { outcome, reason = "" } = JSON.parse(text);
    return outcomes.includes(outcome) && typeof reason === "string" ? { outcome, reason } : undefined;
  } catch {
    return undefined;
  }
}

/** Whoever declined in front of the recorder need not say it twice. */
export function declinedIn(entries: readonly Entry[]): Answer | undefined {
  const reasons = entries.flatMap((entry) => {
    const { type, data } = entry as Entry<"report">;
    return type === "report" && data.verdict === "declined" ? [data.decline?.reason ?? ""] : [];
  });
  return reasons.length === 0 ? undefined : { outcome: "declined", reason: reasons.join("\n") };
}
