import { dirname, resolve } from "node:path";
import { quoted } from "../../../process/index.ts";
import type { Configuration } from "../../results/index.ts";
import { type MatrixEntry, type MatrixFile, wordOf } from "./schema.ts";

/** A configuration with what tells it from others of its entry. */
interface Cell {
  readonly entry: MatrixEntry;
  readonly suffix: string;
  readonly configuration: Configuration;
}

/** Every combination of an entry's sides, in the order of the file. */
export function cellsOf(matrix: MatrixFile, file: string): Cell[] {
  return matrix.agents.flatMap((entry) => {
    const side = <T>(values: readonly T[] | undefined): readonly (T | undefined)[] => values ?? [undefined];
    const recorders = entry.recorders ?? matrix.recorders ?? ["off" as const];
    return side(entry.models).flatMap((model) =>
      side(entry.prompts).flatMap((prompt) =>
        side(entry.tools).flatMap((tools) =>
          recorders.map((recorder) => cellOf(entry, { model, prompt, tools, recorder }, recorders.length > 1, file)),
        ),
      ),
    );
  });
}

interface Choice {
  readonly model: string | undefined;
  readonly prompt: string | undefined;
  readonly tools: string | undefined;
  readonly recorder: NonNullable<MatrixFile["recorders"]>[number];
}

function cellOf(entry: MatrixEntry, choice: Choice, severalRecorders: boolean, file: string): Cell {
  const { model, prompt, tools, recorder } = choice;
  const many = (values: readonly unknown[] | undefined) => (values?.length ?? 0) > 1;
  const made = specOf(entry.agent, choice);
  const recorded = severalRecorders || (entry.name === undefined && recorder !== "off") ? `, recorder ${recorder}` : "";
  const varying = [
    many(entry.models) ? ` ${model}` : "",
    many(entry.prompts) ? `@${prompt}` : "",
    many(entry.tools) ? `+${tools}` : "",
  ].join("");
  const suffix = `${varying}${severalRecorders ? recorded : ""}`;
  const name = entry.name === undefined ? `${made}${recorded}` : `${entry.name}${suffix}`;
  const sides = {
    ...(model === undefined ? {} : { model }),
    ...(prompt === undefined ? {} : { prompt }),
    ...(tools === undefined ? {} : { tools }),
  };
  const spec = specOf(placed(entry.agent, file), choice);
  return { entry, suffix, configuration: { name, spec, recorder, ...sides } };
}

/** As agents are named anywhere: `model:ENDPOINT/MODEL@PROMPT+TOOLS`, `claude/MODEL`. */
function specOf(agent: string, { model, prompt, tools }: Choice): string {
  const sign = wordOf(agent) === "model" ? ":" : "/";
  return [agent, model && `${sign}${model}`, prompt && `@${prompt}`, tools && `+${tools}`].filter(Boolean).join("");
}

/** Files are named as seen from the matrix file; a run goes on from anywhere. */
function placed(agent: string, file: string): string {
  const [, word, path] = /^(script|replay):(.+)$/s.exec(agent) ?? [];
  if (path !== undefined) return `${word}:${resolve(dirname(file), path)}`;
  // The first of a program's words, if it says that it is a file.
  const [, program, rest = ""] = /^command:(\.{1,2}\/[^\s'"]+)(.*)$/s.exec(agent) ?? [];
  return program === undefined ? agent : `command:${quoted(resolve(dirname(file), program))}${rest}`;
}

/**
 * Who is held against whom. A baseline with several configurations is compared with each where all else is the same:
 * the new version with a recorder against the old one with a recorder.
 */
export function comparisonsOf(cells: readonly Cell[], baseline: string): { baseline: string; candidate: string }[] {
  const exact = cells.find(({ configuration }) => configuration.name === baseline);
  const old = exact === undefined ? cells.filter(({ entry }) => entry.name === baseline) : [exact];
  return cells
    .filter((cell) => !old.includes(cell) && (exact !== undefined || cell.entry.name !== baseline))
    .flatMap((cell) => {
      const [only] = old;
      const against = old.length === 1 ? only : old.find(({ suffix }) => suffix === cell.suffix);
      return against === undefined
        ? []
        : [{ baseline: against.configuration.name, candidate: cell.configuration.name }];
    });
}
