import type { Plan } from "../plan.ts";
import type { LintFinding, LintRule } from "./finding.ts";
import { fieldWords, kindWords, repairWords } from "./vocabulary.ts";

const file = "instruction.md";

/** What an instruction gives away of the answer. `difficulty` as in the task's metadata. */
export function leaks(plan: Plan, instruction: string, difficulty: unknown): LintFinding[] {
  const { injections, blueprint, solution } = plan;
  const parts = Object.values(blueprint.parts);
  const causes = injections.flatMap(({ cause }) => cause);
  const fields = injections.flatMap(({ allow }) => allow.flatMap((rule) => rule.fields ?? []));
  // The name of a service is how its users know it. Which one it is, is part of harder questions.
  const names = causes
    .map(({ name }) => name)
    .filter((name) => difficulty !== "easy" || !parts.some((part) => part.name === name));
  const seek = (rule: LintRule, words: readonly RegExp[], what: (found: string) => string, how: string) =>
    words.flatMap((word) =>
      mentions(instruction, word).map(({ line, found }) => ({ rule, file, line, what: what(found), how })),
    );
  const isRepair = plan.task.expected.is === "repair";
  return once([
    ...seek("cause-named", names.map(literally), (found) => `"${found}" is the object at fault`, "say what users see"),
    ...seek(
      "kind-named",
      causes.map(({ kind }) => kindWords(kind)),
      (found) => `"${found}" names the kind of object at fault`,
      "say what users see",
    ),
    ...seek(
      "field-named",
      fields.flatMap(fieldWords),
      (found) => `"${found}" names the field at fault`,
      "leave it to be found",
    ),
    ...(isRepair
      ? seek(
          "repair-named",
          repairWords(solution),
          (found) => `"${found}" says what to do about it`,
          "say what should be so, not how",
        )
      : []),
  ]);
}

/** What a task's name gives away: it is in paths, lists and reports that an agent may come to see. */
export function nameLeaks({ task, injections }: Plan): LintFinding[] {
  const spoken = task.name.replaceAll("-", " ");
  const words = [
    ...injections.flatMap(({ cause }) => cause.map(({ kind }) => new RegExp(kindWords(kind).source, "i"))),
    ...injections.flatMap(({ allow }) => allow.flatMap((rule) => (rule.fields ?? []).flatMap(fieldWords))),
    ...task.faults.map(({ name }) => literally(name.replaceAll("-", " "))),
  ];
  const found = words.map((word) => word.exec(spoken)?.[0]).filter((each) => each !== undefined);
  return [...new Set(found)].map((word) => ({
    rule: "name-leaks",
    file: "task.toml",
    what: `"${word}" in the name ${task.name} says what is wrong`,
    how: "name it after what users see",
  }));
}

function literally(word: string): RegExp {
  return new RegExp(`(?<![\\w-])${word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\w-])`);
}

/** Where a word stands in a text, unless it is forbidden there: "do not delete" gives nothing away. */
function mentions(text: string, word: RegExp): { line: number; found: string }[] {
  const everywhere = new RegExp(word.source, [...new Set([...word.flags, "g"])].join(""));
  return [...text.matchAll(everywhere)]
    .filter(({ index }) => !/\b(not|never|no|without|nor)\b[^.;]{0,40}$/i.test(text.slice(0, index)))
    .map(({ index, 0: found }) => ({ line: text.slice(0, index).split("\n").length, found }));
}

function once(findings: readonly LintFinding[]): LintFinding[] {
  const seen = new Map(findings.map((finding) => [`${finding.rule} ${finding.line} ${finding.what}`, finding]));
  return [...seen.values()];
}
