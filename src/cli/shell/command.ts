import type { Report } from "../../process/index.ts";
import type { Terminal } from "./terminal.ts";

export interface OptionSpec {
  readonly type: "boolean" | "string";
  /** May be given more than once; the values come as a list. */
  readonly multiple?: true;
  readonly short?: string;
  /** What stands for the value in the help: `--name NAME`. */
  readonly value?: string;
  readonly text: string;
}

export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

type ValueOf<S extends OptionSpec> = S["type"] extends "boolean"
  ? boolean
  : S extends { multiple: true }
    ? readonly string[]
    : string | undefined;

export type Values<S extends OptionSpecs> = { readonly [Key in keyof S]: ValueOf<S[Key]> };

/** What a command has to say: the shell prints `text`, or `data` when asked for JSON. */
export interface Outcome {
  readonly text?: string;
  readonly data?: unknown;
  /** 0 unless the thing asked for did not come about. */
  readonly exitCode?: number;
  /** What ended the program that was wrapped, if a signal did: we end by the same. */
  readonly signal?: NodeJS.Signals;
}

export interface Context<S extends OptionSpecs> {
  readonly options: Values<S>;
  /** As many as `usage` names; an optional one that was not given is missing. */
  readonly arguments: readonly string[];
  /** Everything after `--`, untouched; for a command that wraps, everything from the first word on. */
  readonly rest: readonly string[];
  /** The answer will be printed as JSON: nothing else may reach standard output. */
  readonly json: boolean;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  readonly report: Report;
  /** A remark for people, on standard error. */
  note(text: string): void;
}

export interface Command<S extends OptionSpecs = OptionSpecs> {
  readonly summary: string;
  /** The arguments: `NAME`, `[NAME]` if optional, `NAME…` if many, and `-- …` where the rest is passed on. */
  readonly usage: string;
  readonly options: S;
  /** Command lines without the leading `airworthy`. */
  readonly examples: readonly string[];
  /** Further help: paragraphs. */
  readonly details?: string;
  /**
   * It runs a program whose output and exit code are the answer. So our options end at the first word, our own words go
   * to standard error, JSON too, and what goes wrong on our side has an exit code that programs leave to wrappers.
   */
  readonly wraps?: true;
  run(context: Context<S>): Promise<Outcome>;
}

/** Gives the options in `run` their types. */
export function command<const S extends OptionSpecs>(definition: Command<S>): Command {
  return definition;
}

export type LazyCommand = () => Promise<{ default: Command }>;

export interface Group {
  readonly summary: string;
  /** The command that is meant where options follow, or nothing, instead of one of its words. */
  readonly otherwise?: string;
  readonly commands: Readonly<Record<string, LazyCommand | Group>>;
}
