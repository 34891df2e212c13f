import type { OperationClass, ScopeClass } from "../../../evidence/index.ts";
import { matrix } from "../../matrix.ts";
import { detectors } from "../index.ts";

const scopes: readonly ScopeClass[] = ["production", "staging", "development", "unknown"];

/** The parts of docs/risk.md that are made from code, by the name in their markers. */
const tables: Readonly<Record<string, string>> = {
  detectors: [
    "| tag | level | what it finds | what to check first |",
    "|---|---|---|---|",
    ...detectors.map(({ tag, level, summary, advice }) => `| \`${tag}\` | ${level} | ${summary} | ${advice} |`),
  ].join("\n"),
  matrix: [
    `| class | ${scopes.join(" | ")} |`,
    `|---|${scopes.map(() => "---|").join("")}`,
    ...(Object.keys(matrix) as OperationClass[]).map(
      (kind) => `| ${kind} | ${scopes.map((scope) => matrix[kind][scope]).join(" | ")} |`,
    ),
  ].join("\n"),
};

/** The document with its tables as they are now. */
export function withTables(document: string): string {
  return Object.entries(tables).reduce(
    (text, [name, table]) =>
      text.replace(
        new RegExp(`(<!-- ${name}: made from code -->\n)[\\s\\S]*?(\n<!-- end -->)`),
        (_, begin: string, end: string) => `${begin}\n${table}\n${end}`,
      ),
    document,
  );
}
