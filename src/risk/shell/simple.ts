import type { Assignment, Command, Word } from "unbash";
import type { OperationClass } from "../../evidence/index.ts";
import { worse } from "../operation-class.ts";
import { nothing, type Result, type Scene } from "../scene.ts";
import { toolName } from "../tools/names.ts";
import { systemPrograms } from "../tools/system.ts";
import { hole } from "../words.ts";
import { builtins, declaring } from "./builtins.ts";
import { separator } from "./expand.ts";
import { redirect } from "./redirect.ts";
import type { Walker } from "./walk.ts";

const deepest = 30;
/** Variables with which any program is another one. */
const telling = /^(PATH|LD_PRELOAD|BASH_ENV|PROMPT_COMMAND|BASH_FUNC_.*)$/;

/** A program, a function or a builtin with its words; or only assignments. */
export async function simpleCommand(node: Command, scene: Scene, walker: Walker): Promise<Result> {
  scene.world.budget -= 1;
  const words: string[] = [];
  const assigned: Assignment[] = [];
  if (node.name) words.push(...(await walker.expander.words(node.name, scene)));
  for (const argument of node.args) {
    if (argument.type === "Word") words.push(...(await walker.expander.words(argument, scene)));
    else if (!declaring.split(" ").includes(words[0] ?? "")) words.push(...(await asWord(argument, scene, walker)));
    else assigned.push(argument);
  }
  const prefixed = node.prefix.filter((part) => part.type === "Assignment");
  const variables = await valuesOf([...prefixed, ...assigned], scene, walker);
  for (const name of Object.keys(variables)) {
    if (telling.test(name)) noteTelling(name, scene);
  }
  return redirect(node.redirects, scene, walker, async (inner) => {
    if (words.length === 0 || assigned.length > 0) keep(variables, scene);
    if (words.length === 0) return assignments(variables, inner);
    return named(words, assigned.length === 0 ? variables : {}, inner, walker);
  });
}

function noteTelling(name: string, scene: Scene): void {
  scene.unknown(`${name} is set: which programs run is known only when they do`);
  scene.add({ tool: "shell", operation: "set", class: "unknown", words: [`${name}=`], flags: new Map() });
}

function keep(variables: Readonly<Record<string, string>>, scene: Scene): void {
  for (const [name, value] of Object.entries(variables)) scene.at.session.variables.set(name, value);
}

function assignments(variables: Readonly<Record<string, string>>, scene: Scene): Result {
  const words = Object.keys(variables).map((name) => `${name}=`);
  scene.add({ tool: "shell", operation: "set", class: "read", words, flags: new Map() });
  return { class: "read", output: nothing };
}

async function named(
  words: readonly string[],
  variables: Readonly<Record<string, string>>,
  scene: Scene,
  walker: Walker,
): Promise<Result> {
  const [name = "", ...rest] = words;
  const { session } = scene.at;
  const own = scene.with({ variables });
  const alias = session.aliases.get(name);
  const body = session.functions.get(name);
  const tooDeep = scene.at.depth >= deepest;
  // An alias counts in some shells only, a function may not be defined by then: the other reading is followed as well.
  const aliased = alias === undefined || tooDeep ? undefined : await own.look([...alias.split(/\s+/), ...rest]);
  const called = body === undefined || tooDeep ? undefined : await walker.call(body, rest, own);
  const builtin = Object.hasOwn(builtins, name) ? builtins[name] : undefined;
  const isOnlyOurs = builtin === undefined && toolName(name) === undefined && systemPrograms[name] === undefined;
  if (isOnlyOurs && (called ?? aliased) !== undefined) return worst([called, aliased]);
  const plain = await (builtin ? builtin(rest, own, session) : own.look(words));
  return worst([called, aliased, plain]);
}

function worst(results: readonly (Result | undefined)[]): Result {
  const all = results.filter((result) => result !== undefined);
  const kind = all.reduce<OperationClass>((before, result) => worse(before, result.class), "read");
  return { class: kind, output: all.length === 1 ? all[0]?.output : undefined };
}

/** `dd if=x`: it looks like an assignment and is a word. */
async function asWord(assignment: Assignment, scene: Scene, walker: Walker): Promise<string[]> {
  const { [assignment.name]: value = "" } = await valuesOf([assignment], scene, walker);
  const index = assignment.index === undefined ? "" : `[${assignment.index.text}]`;
  return [`${assignment.name}${index}${assignment.append ? "+" : ""}=${value}`];
}

async function valuesOf(
  assignments: readonly Assignment[],
  scene: Scene,
  walker: Walker,
): Promise<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const { name, value, append, index } of assignments) {
    const own =
      value.type === "ArrayValue"
        ? await elements(value.elements, scene, walker)
        : await walker.expander.text(value, scene);
    const before = values[name] ?? (append ? (scene.variable(name) ?? "") : "");
    const glue = value.type === "ArrayValue" && before !== "" ? separator : "";
    values[name] = index === undefined ? (append ? before + glue + own : own) : hole;
  }
  return values;
}

async function elements(words: readonly Word[], scene: Scene, walker: Walker): Promise<string> {
  const all: string[] = [];
  for (const word of words) all.push(...(await walker.expander.words(word, scene)));
  return all.join(separator);
}
