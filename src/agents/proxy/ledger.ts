import type { Line, Passed, Refused } from "./model.ts";
import type { Underway } from "./pass.ts";

/** The list of all that came by. What an agent chose the words of is kept short. */
export interface Ledger {
  /** Has it among the lines as it stands, until it is over. */
  follow(underway: Underway): Promise<void>;
  refused(attempt: Omit<Refused, "kind" | "time">): void;
  lines(): readonly Line[];
}

const longestTarget = 300;

export function openLedger(most: number): Ledger {
  const lines: (Line | (() => Passed))[] = [];
  let kept = 0;
  let more = 0;
  return {
    async follow({ soFar, done }) {
      const place = lines.push(soFar) - 1;
      lines[place] = await done;
    },
    refused({ method, target, because }) {
      // A flood of attempts is one fact, not a million lines.
      if (kept >= most) more += 1;
      else {
        kept += 1;
        const time = new Date().toISOString();
        lines.push({ kind: "attempt", time, method, target: target.slice(0, longestTarget), because });
      }
    },
    lines: () => [
      ...lines.map((line) => (typeof line === "function" ? line() : line)),
      ...(more > 0 ? [{ kind: "more attempts", count: more } as const] : []),
    ],
  };
}
