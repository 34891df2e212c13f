import { isMap, isScalar, isSeq, LineCounter, type Node, type Pair, parseDocument, type YAMLMap } from "yaml";
import type { Level, ScopeClass } from "../evidence/index.ts";
import type { DetectorSetting, RiskConfig, ScopeRule } from "./config.ts";
import { detectors } from "./detectors/index.ts";
import { levels } from "./matrix.ts";
import { RiskProblem } from "./problem.ts";
import type { ExtraWords } from "./scope-words.ts";

const places = ["namespace", "context", "cluster", "workspace", "account", "server", "host", "path"] as const;
const scopes: readonly ScopeClass[] = ["production", "staging", "development", "unknown"];

/** Reads `.airworthy.yaml`. Nothing in it is passed over: a word that is not understood would be a rule that never holds. */
export function parseConfig(text: string, source: string): RiskConfig {
  return new Reader(text, source).read();
}

class Reader {
  readonly #text: string;
  readonly #source: string;
  readonly #lines = new LineCounter();

  constructor(text: string, source: string) {
    this.#text = text;
    this.#source = source;
  }

  read(): RiskConfig {
    const document = parseDocument(this.#text, { lineCounter: this.#lines, uniqueKeys: true });
    const fault = document.errors[0];
    if (fault) throw this.#problem(fault.pos[0], fault.message.split("\n")[0] ?? "", "it must be YAML");
    const config: { -readonly [Name in keyof RiskConfig]: RiskConfig[Name] } = { source: this.#source };
    if (document.contents === null) return config;
    const top = this.#members(document.contents as Node, ["scope", "detectors", "confirm"]);
    if (top.scope) config.scope = this.#scope(top.scope);
    if (top.detectors) config.detectors = this.#detectors(top.detectors);
    if (top.confirm) config.confirm = this.#oneOf(top.confirm, levels);
    return config;
  }

  #scope(node: Node): NonNullable<RiskConfig["scope"]> {
    const { words, rules } = this.#members(node, ["words", "rules"]);
    return {
      ...(words && { words: this.#words(words) }),
      ...(rules && { rules: this.#list(rules).map((rule) => this.#rule(rule)) }),
    };
  }

  #words(node: Node): ExtraWords {
    const members = this.#members(node, ["production", "staging", "development"]);
    const lists = Object.entries(members).map(([scope, list]) => {
      const words = this.#list(list).map((item) => {
        const word = this.#string(item).toLowerCase();
        if (/^[a-z][a-z0-9]*$/.test(word)) return word;
        throw this.#problem(
          start(item),
          `"${word}" can never match`,
          "a word has letters and digits only; for more, write a rule",
        );
      });
      return [scope, words];
    });
    return Object.fromEntries(lists) as ExtraWords;
  }

  #rule(node: Node): ScopeRule {
    const members = this.#members(node, [...places, "is"]);
    const what = places.filter((place) => members[place] !== undefined);
    const [place, second] = what;
    const { is } = members;
    if (place === undefined || second !== undefined || is === undefined) {
      const found = Object.keys(members).join(", ") || "nothing";
      throw this.#problem(
        start(node),
        `expected one of ${places.join(", ")} and "is", found ${found}`,
        'such as {namespace: "team-*", is: development}',
      );
    }
    return { what: place, pattern: this.#string(members[place] as Node), is: this.#oneOf(is, scopes) };
  }

  #detectors(node: Node): Readonly<Record<string, DetectorSetting>> {
    const known = new Map(detectors.map(({ tag, level }) => [tag, level]));
    const settings = this.#pairs(node).map(([tag, value, at]) => {
      if (!known.has(tag) && !tag.startsWith("sarif.")) {
        throw this.#problem(at, `no detector has the tag "${tag}"`, hintFor(tag, [...known.keys()]));
      }
      return [tag, this.#setting(value, known.get(tag))] as const;
    });
    return Object.fromEntries(settings);
  }

  #setting(node: Node, usual: Level | undefined): DetectorSetting {
    const members = isScalar(node) ? { level: node as Node } : this.#members(node, ["level", "reason"]);
    if (members.level === undefined)
      throw this.#problem(start(node), 'expected "level"', `one of ${levels.join(", ")} or off`);
    const level = this.#oneOf(members.level, [...levels, "off"] as const);
    const reason = members.reason === undefined ? undefined : this.#string(members.reason);
    const milder = level === "off" || usual === undefined || levels.indexOf(level) < levels.indexOf(usual);
    if (milder && reason === undefined) {
      const hint = `write {level: ${level}, reason: "…"}: it is recorded with every finding`;
      throw this.#problem(
        start(node),
        `what makes a finding milder (usually ${usual ?? "what the scanner says"}) needs a reason`,
        hint,
      );
    }
    return { level, ...(reason !== undefined && { reason }) };
  }

  #members<Name extends string>(node: Node, allowed: readonly Name[]): Partial<Record<Name, Node>> {
    const members = this.#pairs(node).map(([name, value, at]) => {
      if (!(allowed as readonly string[]).includes(name)) {
        throw this.#problem(at, `expected ${allowed.join(", ")}, found "${name}"`, hintFor(name, allowed));
      }
      return [name, value];
    });
    return Object.fromEntries(members) as Partial<Record<Name, Node>>;
  }

  #pairs(node: Node): readonly (readonly [string, Node, number])[] {
    if (!isMap(node))
      throw this.#problem(start(node), `expected names with values, found ${kindOf(node)}`, "write NAME: VALUE");
    return (node as YAMLMap<Node, Node>).items.map(({ key, value }: Pair<Node, Node>) => {
      const name = this.#string(key);
      if (value === null || (isScalar(value) && value.value === null)) {
        throw this.#problem(start(key), `"${name}" has no value`, "give it one, or remove the line");
      }
      return [name, value, start(key)] as const;
    });
  }

  #list(node: Node): readonly Node[] {
    if (isSeq(node)) return node.items as Node[];
    throw this.#problem(
      start(node),
      `expected a list, found ${kindOf(node)}`,
      "write [A, B], or a line with a dash for each",
    );
  }

  #string(node: Node): string {
    if (isScalar(node) && (typeof node.value === "string" || typeof node.value === "number") && node.value !== "")
      return String(node.value);
    throw this.#problem(start(node), `expected a text, found ${kindOf(node)}`, "put it in quotes");
  }

  #oneOf<Value extends string>(node: Node, allowed: readonly Value[]): Value {
    // Other YAML readers take a bare off for false, and people write it either way.
    const text = isScalar(node) && node.value === false ? "off" : this.#string(node);
    const found = allowed.find((value) => value === text);
    if (found !== undefined) return found;
    throw this.#problem(start(node), `expected ${allowed.join(", ")}, found "${text}"`, hintFor(text, allowed));
  }

  #problem(offset: number, message: string, hint: string): RiskProblem {
    const { line, col } = this.#lines.linePos(offset);
    return new RiskProblem("BAD_CONFIG", `${this.#source}:${line}:${col}: ${message}`, { hint });
  }
}

function start(node: Node): number {
  return node?.range?.[0] ?? 0;
}

function kindOf(node: Node): string {
  if (isMap(node)) return "names with values";
  if (isSeq(node)) return "a list";
  return isScalar(node) ? `"${String(node.value)}"` : "an alias";
}

function hintFor(word: string, allowed: readonly string[]): string {
  const parts = word
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((part) => part.length > 2);
  const similar = allowed.filter((each) => parts.some((part) => each.includes(part)));
  const shown = (similar.length > 0 ? similar : allowed).slice(0, 8).join(", ");
  return similar.length > 0
    ? `similar are ${shown}`
    : `known are ${shown}${allowed.length > 8 ? ", …: docs/risk.md has all" : ""}`;
}
