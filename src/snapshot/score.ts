import type { Answer } from "./answer.ts";
import { showEntity } from "./entity.ts";
import { type Normalised, normalisation, normalise } from "./normalise.ts";
import { type Questions, questionsOf } from "./questions.ts";
import { spreadOf } from "./spread.ts";
import { classesOf, rootClasses, type Truth } from "./truth/index.ts";

/** Goes into every result: a figure without its formula cannot be compared. */
export const formula = "precision-at-full-recall/1";

export interface Judged extends Normalised {
  readonly is: "cause" | "wrong" | "repeated";
}

export interface Score {
  readonly formula: string;
  readonly normalisation: string;
  readonly truth: Truth["version"];
  /** 0 if a root cause is missing, else the share of what was named that is one. */
  readonly score: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  /** What was named is what it was, no more and no less. */
  readonly exact: boolean;
  /** Precision and recall of the first 1 to 5 that were named. */
  readonly first: readonly { readonly k: number; readonly precision: number; readonly recall: number }[];
  /** How near the named ones are to a root cause on the way the incident took: 1 at it, 1/2 one step away. */
  readonly proximity: number;
  /** How well the spreading was told: longest common subsequence as F1. Absent where nobody tells it. */
  readonly chain: number | undefined;
  readonly named: readonly Judged[];
  readonly missing: readonly string[];
  /** The same answer held against two easier questions. */
  readonly questions: Questions;
}

export function score(answer: Answer, truth: Truth): Score {
  const classes = classesOf(truth);
  const roots = rootClasses(truth);
  const classOf = (named: Normalised) => named.match && classes.get(named.match.group.id);

  const seen = new Set<string>();
  const named = answer.causes.map((entity): Judged => {
    const normalised = normalise(entity, truth);
    const class_ = classOf(normalised);
    const isCause = class_ !== undefined && roots.has(class_);
    // Naming a cause twice, also by another of its names, is neither a second hit nor a mistake.
    const key = isCause ? `class ${class_}` : showEntity(entity);
    const is = seen.has(key) ? "repeated" : isCause ? "cause" : "wrong";
    seen.add(key);
    return { ...normalised, is };
  });

  const counted = named.filter(({ is }) => is !== "repeated");
  const rate = (some: readonly Judged[]) => {
    const right = some.filter(({ is }) => is === "cause").length;
    return { precision: share(right, some.length), recall: share(right, roots.size) };
  };
  // Where nothing is wrong, to name nothing is all there is to find.
  const isQuiet = !truth.incident && roots.size === 0;
  const { precision, recall } = isQuiet ? rightIf(counted.length === 0) : rate(counted);
  const found = new Set(counted.filter(({ is }) => is === "cause").map(classOf));
  return {
    formula,
    normalisation,
    truth: truth.version,
    score: recall === 1 ? precision : 0,
    precision,
    recall,
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
    exact: precision === 1 && recall === 1,
    first: [1, 2, 3, 4, 5].map((k) => ({ k, ...rate(counted.slice(0, k)) })),
    ...spreadOf(answer, counted.map(classOf), truth),
    named,
    missing: [...roots].filter((root) => !found.has(root)),
    questions: questionsOf(answer, truth),
  };
}

const rightIf = (right: boolean) => ({ precision: right ? 1 : 0, recall: right ? 1 : 0 });

/** Nothing of nothing is nothing: an empty answer has no precision to be proud of. */
function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
