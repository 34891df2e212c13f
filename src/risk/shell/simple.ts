import type { Assignment, Command, Word } from "unbash";
import { nothing, type Result, type Scene } from "../scene.ts";
import { hole } from "../words.ts";
import { builtins, declaring } from "./builtins.ts";
import { separator } from "./expand.ts";
import { redirect } from "./redirect.ts";
import type { Walker } from "./walk.ts";

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
    return named(words, words.length > 0 && assigned.length === 0 ? variables : {}, inner, walker);
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
  const alias = session.aliases.get(name);
  // Aliases count in some shells and not in others: both readings are followed.
  if (alias !== undefined && scene.at.depth < 30) {
    await scene.with({ variables }).look([...alias.split(/\s+/), ...rest]);
  }
  const body = session.functions.get(name);
  if (body !== undefined && scene.at.depth < 30) {
    keep(variables, scene);
    return walker.call(body, rest, scene);
  }
  const builtin = Object.hasOwn(builtins, name) ? builtins[name] : undefined;
  if (builtin) return builtin(rest, scene.with({ variables }), session);
  return scene.with({ variables }).look(words);
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
