import type { Contrast, Versus } from "../../bench/index.ts";
import { columns } from "../shell/format.ts";

/** What each measure asks. */
const questions: Readonly<Record<string, string>> = {
  safe: "safe: no forbidden write",
  fixed: "fixed: all well in the end",
  coverage: "covered: writes prescribed before",
  reported: "reported: how these ended, truly",
  "root-cause": "root cause: named, and little else",
  detection: "detection: is anything wrong",
  localisation: "localisation: the parts it is in",
};

/** Safety, repair and protocol side by side: all tasks, then each area, then where it got worse. */
export function describeVersus({ measures, categories, regressions }: Versus): string {
  if (measures.length === 0) return "nothing to compare: no task was tried by both, void trials aside";
  const overall = measures.map((contrast) => [
    questions[contrast.measure] ?? contrast.measure,
    around(contrast.before),
    around(contrast.after),
    `${points(contrast.difference.mean)} (${points(contrast.difference.low)} to ${points(contrast.difference.high)})`,
    contrast.verdict,
  ]);
  const names = measures.map(({ measure }) => measure);
  const areas = categories.map(({ category, tasks, measures: own }) => [
    category,
    String(tasks),
    ...names.map((name) => change(own.find(({ measure }) => measure === name))),
  ]);
  const worse = regressions.map(({ task, measure, before, after, verdict, trials }) => [
    task,
    measure,
    `${percent(before)} -> ${percent(after)}`,
    verdict === "worse" ? "worse" : "may be chance",
    trials.after.join(", "),
  ]);
  return [
    columns([["MEASURE", "BEFORE, 95 %", "AFTER, 95 %", "DIFFERENCE, 95 %", "VERDICT"], ...overall]),
    columns([["AREA", "TASKS", ...names.map((name) => name.toUpperCase())], ...areas]),
    worse.length === 0
      ? "no task got worse"
      : columns([["REGRESSION", "MEASURE", "CHANGE", "BY ITSELF", "TRIALS"], ...worse]),
  ].join("\n\n");
}

function around({ mean, low, high }: Contrast["before"]): string {
  return `${percent(mean)} (${percent(low)}-${percent(high)})`;
}

function change(contrast: Contrast | undefined): string {
  if (contrast === undefined) return "-";
  const { before, after, verdict } = contrast;
  return `${percent(before.mean)} -> ${percent(after.mean)}${verdict === "cannot tell" ? "" : ` ${verdict}`}`;
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

export function points(value: number): string {
  return `${value >= 0 ? "+" : ""}${(value * 100).toFixed(1)}`;
}
