import type { News, Report } from "../../process/index.ts";
import { bytes, span } from "./format.ts";
import type { Output } from "./terminal.ts";

/** How often a log gets a line about a step that is still running. */
const quietMs = 10_000;
/** What takes less than this gets one line in a log, when it is done. */
const shortMs = 1_000;
const frameMs = 100;

interface Step {
  readonly began: number;
  news: News;
  printed: number;
}

export interface Progress extends Disposable {
  readonly report: Report;
  note(text: string): void;
}

/** Shows news on standard error: one living line for people, few plain lines for logs. */
export function progress(output: Output, env: NodeJS.ProcessEnv, now: () => number = Date.now): Progress {
  const steps = new Map<string, Step>();
  const live = output.isTTY && env.TERM !== "dumb" && !env.CI;
  const colour = live && !env.NO_COLOR;
  let shown = false;

  const line = (text: string) => {
    if (shown) output.stream.write("\r\u001b[K");
    shown = false;
    output.stream.write(`${text}\n`);
  };
  // The newest step is what is being done; older ones wait for it, unless it is a part of one of them.
  const current = () => {
    const all = [...steps.values()];
    return all.find(({ news }) => news.whole) ?? all.at(-1);
  };
  const draw = () => {
    const last = current();
    if (!last) return;
    const more = steps.size > 1 && !last.news.whole ? ` (and ${steps.size - 1} more)` : "";
    const text = `${describe(last, now(), true)}${more}`.slice(0, output.columns - 1);
    output.stream.write(`\r\u001b[K${text}`);
    shown = true;
  };
  const log = () => {
    const step = current();
    if (!step || now() - step.printed < quietMs) return;
    step.printed = now();
    line(describe(step, now(), false));
  };
  // A step that has no news for minutes must still be seen to be alive, hence a clock besides the reports.
  const timer = setInterval(live ? draw : log, live ? frameMs : shortMs).unref();

  const report: Report = (news) => {
    const step = steps.get(news.step) ?? { began: now(), news, printed: now() - quietMs + shortMs };
    step.news = news;
    if (news.state === "running") {
      steps.set(news.step, step);
      if (!live) log();
      return;
    }
    steps.delete(news.step);
    line(ending(step, now(), colour));
  };
  return {
    report,
    note: line,
    [Symbol.dispose]: () => {
      clearInterval(timer);
      if (shown) output.stream.write("\r\u001b[K");
      shown = false;
    },
  };
}

function ending(step: Step, now: number, colour: boolean): string {
  const { news } = step;
  const mark = news.state === "done" ? "ok" : "failed";
  const painted = colour ? `\u001b[${news.state === "done" ? 32 : 31}m${mark}\u001b[0m` : mark;
  const note = news.note ? `, ${news.note}` : "";
  return `${painted} ${news.step} (${span(now - step.began)}${note})`;
}

function describe(step: Step, now: number, bar: boolean): string {
  const { step: name, done, total, unit, note } = step.news;
  const elapsed = now - step.began;
  const parts = [`${name}${note ? `: ${note}` : ""}`];
  if (done !== undefined && total !== undefined && total > 0) {
    const share = Math.min(1, done / total);
    if (bar) parts.push(`[${"#".repeat(Math.round(share * 20)).padEnd(20, ".")}]`);
    parts.push(`${amount(done, unit)} of ${amount(total, unit)}${unit && unit !== "bytes" ? ` ${unit}` : ""}`);
    parts.push(span(elapsed));
    // The first moments say nothing about the rest, and whoever does the work may know better.
    const known = step.news.whole === true || (note?.includes("left") ?? false);
    if (!known && share > 0.02 && share < 1 && elapsed > 2_000)
      parts.push(`about ${span((elapsed / share) * (1 - share))} left`);
  } else {
    if (done !== undefined) parts.push(`${amount(done, unit)}${unit && unit !== "bytes" ? ` ${unit}` : ""}`);
    if (elapsed >= 1_000 || bar) parts.push(span(elapsed));
  }
  return parts.join("  ");
}

function amount(value: number, unit: News["unit"]): string {
  return unit === "bytes" ? bytes(value) : String(Math.round(value));
}
