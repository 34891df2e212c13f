import type { ParameterExpansionPart, SyntaxNode, Word, WordPart } from "unbash";
import type { Scene } from "../scene.ts";
import { hole, isKnown } from "../words.ts";
import { braces } from "./braces.ts";
import { anyOne, matched, star } from "./glob.ts";

/** Runs what is inside a word: `$(…)`, `<(…)`. */
export type Inner = (part: Extract<WordPart, { script: unknown }>, scene: Scene) => Promise<string>;

/** Runs every script that hides somewhere below a node whose value nobody works out. */
export type Sweep = (node: SyntaxNode, scene: Scene) => Promise<void>;

/** Between the elements of an array that is kept as one text. */
export const separator = "\0";

const mostFields = 10_000;
const mostVariants = 200;
/** A word may be a whole manifest; but one that doubles itself ends here. */
const longestWord = 4 * 1024 * 1024;

/** The words that a shell makes of one: variables put in, braces unfolded, split where it would be. */
export class Expander {
  readonly #inner: Inner;
  readonly #sweep: Sweep;

  constructor(inner: Inner, sweep: Sweep) {
    this.#inner = inner;
    this.#sweep = sweep;
  }

  async words(word: Word, scene: Scene): Promise<string[]> {
    if (word.parts === undefined) return [word.value];
    const all: string[] = [];
    // The "?" of an address matches no file, and is left alone.
    const given = word.text.includes("://") ? word.parts.map(asWritten) : word.parts;
    for (const parts of await this.#variants(given, scene)) {
      const fields = new Fields();
      for (const part of parts) await this.#add(fields, part, scene, false);
      for (const field of fields.all) all.push(...matched(field, scene));
    }
    return all;
  }

  /** One word where the shell does not split: assignments, redirections, quotes. */
  async text(word: Word, scene: Scene): Promise<string> {
    if (word.parts === undefined) return word.value;
    return this.parts(word.parts, scene);
  }

  async parts(parts: readonly WordPart[], scene: Scene): Promise<string> {
    const fields = new Fields();
    for (const part of parts) await this.#add(fields, part, scene, true);
    return fields.all.join(" ");
  }

  async #add(fields: Fields, part: WordPart, scene: Scene, quoted: boolean): Promise<void> {
    switch (part.type) {
      case "Literal":
      case "SingleQuoted":
      case "AnsiCQuoted":
        return fields.append(part.value);
      case "DoubleQuoted":
      case "LocaleString":
        fields.append("");
        for (const child of part.parts) await this.#add(fields, child, scene, true);
        return;
      case "SimpleExpansion":
        return this.#put(fields, parameterOf(part.text.slice(1), scene), quoted);
      case "ParameterExpansion":
        return this.#put(fields, await this.#parameter(part, scene), quoted);
      case "CommandExpansion":
      case "ProcessSubstitution":
        return this.#put(fields, await this.#inner(part, scene), quoted);
      case "Glob":
        if (quoted) return fields.append(part.text);
        if (part.kind !== "bracket") return fields.append(part.kind === "star" ? star : anyOne);
        return fields.append(hole);
      default:
        // Sums and the like: what they give is known only when the command runs; what they run is known now.
        await this.#sweep(part, scene);
        return fields.append(hole);
    }
  }

  #put(fields: Fields, value: string, quoted: boolean): void {
    const elements = value.split(separator);
    for (const [at, element] of elements.entries()) {
      if (at > 0) fields.next();
      if (quoted) fields.append(element);
      else fields.split(element);
    }
  }

  /** "a{b,c}d" is two words; every brace multiplies them. */
  async #variants(parts: readonly WordPart[], scene: Scene): Promise<(readonly WordPart[])[]> {
    let variants: WordPart[][] = [[]];
    for (const part of parts) {
      if (part.type === "BraceExpansion") await this.#sweep(part, scene);
      const options = part.type === "BraceExpansion" ? optionsOf(part) : [part];
      const enough = variants.length * options.length <= mostVariants ? options : [literal(hole, part)];
      variants = variants.flatMap((before) => enough.map((option) => [...before, option]));
    }
    return variants;
  }

  async #parameter(part: ParameterExpansionPart, scene: Scene): Promise<string> {
    const { operation, parameter, prefix, index } = part;
    const value = parameterOf(index === undefined ? parameter : `${parameter}[${index.value}]`, scene, true);
    if (prefix === undefined && operation === undefined) return value ?? "";
    if (prefix !== undefined || operation?.type !== "Default") {
      await this.#sweep(part, scene);
      return hole;
    }
    // Followed whether it is used or not: what the variable holds may be different when the command runs.
    const other = await this.text(operation.operand, scene);
    const [kind] = operation.operator.slice(-1);
    const isEmpty = value === undefined || (value === "" && operation.operator.startsWith(":"));
    if (value !== undefined && !isKnown(value)) return hole;
    if (kind === "+") return isEmpty ? "" : other;
    if (kind === "?" || !isEmpty) return value ?? hole;
    if (kind === "=") scene.at.session.variables.set(parameter, other);
    return other;
  }
}

const literal = (value: string, at: WordPart): WordPart => ({
  type: "Literal",
  value,
  text: value,
  pos: at.pos,
  end: at.end,
});

const asWritten = (part: WordPart): WordPart => (part.type === "Glob" ? literal(part.text, part) : part);

function optionsOf(part: Extract<WordPart, { type: "BraceExpansion" }>): WordPart[] {
  const plain = part.parts?.every((child) => child.type === "Literal") ?? true;
  return (plain ? braces(part.text) : [hole]).map((option) => literal(option, part));
}

function parameterOf(name: string, scene: Scene): string;
function parameterOf(name: string, scene: Scene, orNothing: true): string | undefined;
function parameterOf(name: string, scene: Scene, orNothing = false): string | undefined {
  const { arguments: given } = scene.at.session;
  if (name === "PWD") return scene.at.session.directory;
  if (/^\d+$/.test(name)) return name === "0" ? (scene.at.session.name ?? hole) : (given[Number(name) - 1] ?? "");
  if (name === "@" || name === "*") return given.join(separator);
  if (name === "#") return String(given.length);
  const [, array = name, index] = /^(\w+)\[(.*)\]$/s.exec(name) ?? [];
  if (!/^[A-Za-z_]\w*$/.test(array)) return hole;
  const value = scene.variable(array);
  if (value === undefined) return orNothing ? undefined : "";
  const elements = value.split(separator);
  if (index === "@" || index === "*") return value;
  if (index !== undefined && !/^\d+$/.test(index)) return hole;
  return elements[Number(index ?? 0)] ?? "";
}

/** The words so far; the last one is still growing. */
class Fields {
  readonly #done: string[] = [];
  #open: string | undefined;

  get all(): string[] {
    return this.#open === undefined ? this.#done : [...this.#done, this.#open];
  }

  append(text: string): void {
    const longer = (this.#open ?? "") + text;
    this.#open = longer.length > longestWord ? hole : longer;
  }

  next(): void {
    if (this.#open !== undefined && this.#done.length < mostFields) this.#done.push(this.#open);
    this.#open = undefined;
  }

  split(text: string): void {
    const pieces = text.split(/[ \t\n]+/);
    for (const [at, piece] of pieces.entries()) {
      if (at > 0) this.next();
      if (piece !== "") this.append(piece);
    }
  }
}
