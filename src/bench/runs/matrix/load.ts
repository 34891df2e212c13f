import { readFile } from "node:fs/promises";
import { messageOf, nearest } from "../../../problem/index.ts";
import { checkedToml } from "../../../task/index.ts";
import { type RunLock, RunProblem } from "../../results/index.ts";
import { cellsOf, comparisonsOf } from "./expand.ts";
import { matrixSchema } from "./schema.ts";

/** What a matrix file comes to, before its tasks are read. */
export interface Matrix extends Required<Pick<RunLock, "agents" | "attempts" | "configurations" | "comparisons">> {
  readonly tasks: readonly string[];
  readonly seeds: readonly string[] | undefined;
}

export async function loadMatrix(file: string): Promise<Matrix> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    throw new RunProblem("BAD_MATRIX", `${file}: cannot be read: ${messageOf(error)}`);
  }
  return matrixOf(text, file);
}

export function matrixOf(text: string, file: string): Matrix {
  const checked = checkedToml(text, file, matrixSchema);
  if ("flaws" in checked) throw new RunProblem("BAD_MATRIX", checked.flaws.join("\n"));
  const { tasks, seeds, attempts, baseline } = checked.value;
  const cells = cellsOf(checked.value, file);
  const names = cells.map(({ configuration }) => configuration.name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) {
    throw new RunProblem("BAD_MATRIX", `${file}: agents: expected different names, found "${twice}" twice`, {
      hint: "give the entries of [[agents]] a name each",
    });
  }
  const comparisons = baseline === undefined ? [] : comparisonsOf(cells, baseline);
  if (baseline !== undefined && comparisons.length === 0) throw incomparable(file, baseline, cells, names);
  return {
    ...{ tasks, attempts, agents: names, comparisons },
    seeds: seeds?.map(String),
    configurations: cells.map(({ configuration }) => configuration),
  };
}

function incomparable(
  file: string,
  baseline: string,
  cells: ReturnType<typeof cellsOf>,
  names: readonly string[],
): RunProblem {
  const isThere = cells.some(({ entry, configuration }) => [entry.name, configuration.name].includes(baseline));
  if (isThere) {
    const message = `${file}: baseline: expected others to compare with "${baseline}", found none that differ in one thing`;
    return new RunProblem("BAD_MATRIX", message, { hint: `name one of: ${names.join("; ")}` });
  }
  const known = [...new Set([...cells.flatMap(({ entry }) => entry.name ?? []), ...names])];
  const meant = nearest(baseline, known);
  const hint = meant === undefined ? `there are: ${known.join("; ")}` : `did you mean ${meant}?`;
  return new RunProblem("BAD_MATRIX", `${file}: baseline: expected the name of an agent, found "${baseline}"`, {
    hint,
  });
}
