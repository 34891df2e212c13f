import type { Answer } from "./model.ts";

const outcomes: readonly string[] = ["done", "declined", "escalated", "nothing-wrong"];

export function parseAnswer(text: string): Answer | undefined {
  try {
    const { outcome, reason = "" } = JSON.parse(text);
    return outcomes.includes(outcome) && typeof reason === "string" ? { outcome, reason } : undefined;
  } catch {
    return undefined;
  }
}
