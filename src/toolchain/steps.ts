import type { Report } from "../process/index.ts";

/** A report that remembers what is under way, so that no step stays open when the work ends in another manner. */
export interface Steps {
  readonly report: Report;
  /** Ends every open step, but for one that goes on. */
  end(state: "done" | "failed", options?: { note?: string; but?: string }): void;
}

export function track(report: Report): Steps {
  const open = new Set<string>();
  return {
    report(news) {
      if (news.state === "running") open.add(news.step);
      else open.delete(news.step);
      report(news);
    },
    end(state, { note, but } = {}) {
      for (const step of open) {
        if (step === but) continue;
        open.delete(step);
        report({ step, state, ...(note === undefined ? {} : { note }) });
      }
    },
  };
}
