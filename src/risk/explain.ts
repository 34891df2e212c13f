import type { Assessment } from "./model.ts";

const mostTags = 5;
const mostUnknown = 2;
const mostAdvice = 3;
const longestLine = 220;

/** The short answer: how bad, why and where, what nobody knows, what to look at first. Never more than twelve lines. */
export function explain(assessment: Assessment): string {
  const { level, tool, operation, class: kind, targetCount, scope, tags, unknown, advice } = assessment;
  const what = [tool, operation].filter((word) => word !== "").join(" ");
  const targets = targetCount === 1 ? "1 target" : `${targetCount} targets`;
  const where = scope.class === "unknown" ? "an unknown place" : scope.class;
  return [
    `${level} risk: ${what} (${kind}), ${targets} in ${where}: ${scope.because}`,
    ...tags.slice(0, mostTags).map(({ tag, level: own, field, because }) => `  ${own} ${tag}: ${because} [${field}]`),
    ...rest(tags.slice(mostTags).map(({ tag }) => tag)),
    ...unknown.slice(0, mostUnknown).map((text, index) => {
      const more =
        index === mostUnknown - 1 && unknown.length > mostUnknown ? ` (and ${unknown.length - mostUnknown} more)` : "";
      return `  not known: ${text}${more}`;
    }),
    ...advice.slice(0, mostAdvice).map((text) => `  check first: ${text}`),
  ]
    .map(oneLine)
    .join("\n");
}

function rest(tags: readonly string[]): readonly string[] {
  if (tags.length === 0) return [];
  const names = [...new Set(tags)];
  return [`  and ${tags.length} more: ${names.slice(0, 6).join(", ")}${names.length > 6 ? ", …" : ""}`];
}

/** Names come from files and commands: none of them may look like a line of ours. */
function oneLine(text: string): string {
  const line = text.replace(/\p{Cc}+/gu, " ");
  return line.length > longestLine ? `${line.slice(0, longestLine - 1).toWellFormed()}…` : line;
}
