import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { nearest } from "../../problem/index.ts";
import type { Command, OptionSpecs, Values } from "./command.ts";
import { UsageProblem } from "./exit.ts";

export const commonOptions = {
  json: { type: "boolean", text: "print the answer as JSON on standard output" },
  help: { type: "boolean", short: "h", text: "show this help" },
} as const satisfies OptionSpecs;

export interface Parsed {
  readonly options: Values<OptionSpecs>;
  readonly arguments: readonly string[];
  readonly rest: readonly string[];
  readonly json: boolean;
  readonly help: boolean;
}

/** Reads a command's own arguments, strictly: what it does not know, it refuses. */
export function parse(name: string, command: Command, args: readonly string[]): Parsed {
  const specs: OptionSpecs = { ...command.options, ...commonOptions };
  const { own, rest } = divide(args, command, specs);
  const tokens = tokensOf(own, specs);

  const values: Record<string, boolean | string | string[] | undefined> = {};
  for (const [key, spec] of Object.entries(specs)) values[key] = initialOf(spec);
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const spec = specs[token.name];
    if (!spec) throw unknownOption(name, token.rawName, Object.keys(specs));
    if (spec.type === "boolean") {
      if (token.value !== undefined) throw bad(name, `option ${token.rawName} takes no value, got "${token.value}"`);
      values[token.name] = true;
    } else {
      // `--name --json` is a forgotten value far more often than a value that begins with a dash.
      if (token.value === undefined || (!token.inlineValue && /^-./.test(token.value))) {
        throw bad(name, `option ${token.rawName} needs a value: ${token.rawName} ${spec.value ?? "VALUE"}`);
      }
      const before = values[token.name];
      if (Array.isArray(before)) before.push(token.value);
      else if (before !== undefined) throw bad(name, `option ${token.rawName} was given twice, expected once`);
      else values[token.name] = token.value;
    }
  }

  if (values.help !== true) checkArguments(name, command.usage, positionals, rest);
  return {
    options: values as Values<OptionSpecs>,
    arguments: positionals,
    rest: rest ?? [],
    json: values.json === true,
    help: values.help === true,
  };
}

/** What is for us and what is passed on; undefined if nothing was. */
function divide(args: readonly string[], { wraps }: Command, specs: OptionSpecs) {
  const mark = args.indexOf("--");
  const word = wraps ? tokensOf(args, specs).find(({ kind }) => kind === "positional")?.index : undefined;
  if (word !== undefined && (mark < 0 || word < mark)) return { own: args.slice(0, word), rest: args.slice(word) };
  return mark < 0 ? { own: args, rest: undefined } : { own: args.slice(0, mark), rest: args.slice(mark + 1) };
}

function tokensOf(args: readonly string[], specs: OptionSpecs) {
  const options = Object.fromEntries(Object.entries(specs).map(([key, spec]) => [key, configOf(spec)]));
  return parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true }).tokens;
}

function configOf(spec: OptionSpecs[string]): ParseArgsOptionsConfig[string] {
  return { type: spec.type, multiple: true, ...(spec.short ? { short: spec.short } : {}) };
}

function initialOf(spec: OptionSpecs[string]): boolean | undefined | string[] {
  if (spec.type === "boolean") return false;
  return spec.multiple ? [] : undefined;
}

/** `usage` is both the help and the rule. */
function checkArguments(name: string, usage: string, given: readonly string[], rest: readonly string[] | undefined) {
  const [own = "", passedOn] = usage.split(/(?:^| )-- /);
  const words = own.split(" ").filter((word) => word !== "");
  const needed = words.filter((word) => !word.startsWith("["));
  const missing = needed[given.length];
  const line = `usage: airworthy ${name} ${usage}`.trim();
  if (missing) {
    throw new UsageProblem("MISSING_ARGUMENT", `${name}: expected ${missing}, found nothing`, { hint: line });
  }
  if (!words.some((word) => word.includes("…")) && given.length > words.length) {
    const extra = given.slice(words.length).join(" ");
    throw new UsageProblem("EXTRA_ARGUMENT", `${name}: did not expect "${extra}"`, { hint: line });
  }
  if (passedOn === undefined && rest !== undefined && rest.length > 0) {
    throw new UsageProblem("EXTRA_ARGUMENT", `${name}: nothing is passed on after --`, { hint: line });
  }
  if (passedOn !== undefined && !passedOn.startsWith("[") && (rest === undefined || rest.length === 0)) {
    throw new UsageProblem("MISSING_ARGUMENT", `${name}: expected a program after --`, { hint: line });
  }
}

function unknownOption(name: string, option: string, known: readonly string[]): UsageProblem {
  const meant = nearest(option.replace(/^-+/, ""), known);
  return new UsageProblem("UNKNOWN_OPTION", `${name}: no option ${option}`, {
    hint: meant ? `did you mean --${meant}?` : `run: airworthy ${name} --help`,
  });
}

function bad(name: string, text: string): UsageProblem {
  return new UsageProblem("BAD_OPTION", `${name}: ${text}`, { hint: `run: airworthy ${name} --help` });
}
