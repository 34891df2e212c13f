import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { defaultLimits } from "./limits.ts";
import { type OpenOptions, withTree } from "./open.ts";
import { badFile, SnapshotProblem } from "./problem.ts";
import { readJsonLines } from "./read/json-lines.ts";
import { isLabel, type SourceFile } from "./source/index.ts";
import { readTruth, type Truth } from "./truth/index.ts";

export interface Labelled {
  readonly truth: Truth;
  /** The file it was read from. */
  readonly from: string;
}

/**
 * The ground truth of a snapshot: the file within it, or, where the data set keeps all of them in one table beside the
 * snapshots, the row of that table. For scoring only: what is read here is never shown to an agent.
 */
export async function truthOf(path: string, options: OpenOptions = {}): Promise<Labelled> {
  const { limits = defaultLimits } = options;
  const within = await withTree(
    path,
    options,
    async (files) => {
      const found = files.filter(({ path: name }) => /(^|\/)(ground[_-]?truth|truth)[^/]*\.(ya?ml|json)$/i.test(name));
      // The first version is what the published scores are made with; a file that names itself the second comes after it.
      const [file] = found.sort((a, b) => rank(a.path) - rank(b.path) || a.path.localeCompare(b.path));
      return file === undefined ? undefined : { text: await textOf(file, limits.labelBytes), from: file.path };
    },
    isLabel,
  );
  const found = within ?? (await tableRow(path, limits.labelBytes));
  if (found === undefined) {
    throw new SnapshotProblem(
      "BAD_TRUTH",
      `${path}: expected ground_truth.yaml or a row in data.jsonl, found neither`,
      {
        hint: "snapshots without labels can be looked at, not scored",
      },
    );
  }
  return { truth: readTruth(found.text, found.from), from: found.from };
}

const rank = (path: string) => (/v2/i.test(path) ? 1 : 0);

async function textOf(file: SourceFile, most: number): Promise<string> {
  if (file.size > most) throw badFile(file.path, `expected at most ${most} bytes of ground truth, found ${file.size}`);
  const chunks: Buffer[] = [];
  for await (const chunk of file.bytes()) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/** `data.jsonl` beside `Scenario-N`: one row for each, with the truth as text. */
async function tableRow(path: string, most: number): Promise<{ text: string; from: string } | undefined> {
  const folder = resolve(path);
  const table = join(dirname(folder), "data.jsonl");
  if (!(await stat(table).catch(() => undefined))?.isFile()) return undefined;
  const id = idOf(basename(folder));
  const lines = readJsonLines(createReadStream(table), "data.jsonl", most * 2);
  for await (const rows of lines) {
    for (const { number, value } of rows) {
      const text = value.ground_truth_yaml;
      if (idOf(String(value.scenario_id ?? "")) === id && typeof text === "string")
        return { text, from: `data.jsonl#${number}` };
    }
  }
  return undefined;
}

/** `Scenario-9`, `scenario_9`, `incident-9` and `9` are one. */
function idOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/^(scenario|incident)?[-_ ]?i?/, "")
    .replace(/\.tar\.(zst|gz)$|\.tgz$/, "");
}
