import type { Blueprint } from "../applications/index.ts";
import { TaskProblem } from "./problem.ts";

export type Words = Readonly<Record<string, string>>;

/** What stands for what: `{{home}}` a namespace, `{{front}}` a part's name, `{{front.port}}` something of a part. */
export function wordsOf({ namespaces, parts }: Blueprint): Words {
  const words: Record<string, string> = { ...namespaces };
  for (const part of Object.values(parts)) {
    words[part.role] = part.name;
    for (const [field, value] of Object.entries(part)) {
      if (typeof value === "string" || typeof value === "number") words[`${part.role}.${field}`] = String(value);
    }
  }
  return words;
}

export const gap = /\{\{\s*([\w.]+)\s*\}\}/g;

/** Fills the gaps in every text of a value. */
export function filled<T>(value: T, words: Words, where: string): T {
  const fill = (each: unknown): unknown => {
    if (typeof each === "string") return each.replace(gap, (all, word: string) => words[word] ?? missing(all));
    if (Array.isArray(each)) return each.map(fill);
    if (typeof each !== "object" || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([key, item]) => [fill(key), fill(item)]));
  };
  const missing = (all: string): never => {
    throw new TaskProblem("BAD_TASK", `${where} has ${all}, which nothing fills`, {
      hint: `there are: ${Object.keys(words).join(", ")}`,
    });
  };
  return fill(value) as T;
}
