import { isKnown } from "./words.ts";

/** How a program's options are written. */
export interface FlagRules {
  /** Long names (without dashes) that take a value, from the same word after "=" or from the next one. */
  readonly values: Pick<ReadonlySet<string>, "has">;
  /** Long names without a value. A name in neither set is reported in `strange`. Absent: any other name is one. */
  readonly switches?: ReadonlySet<string>;
  /** One letter to its long name. */
  readonly short?: Readonly<Record<string, string>>;
  /** One dash is as good as two, as in terraform. */
  readonly oneDash?: boolean;
  /** Options end at the first other word, as for programs that run another. */
  readonly untilWord?: boolean;
}

export interface Flags {
  /** Everything that is no option, up to a "--"; with `untilWord` everything from the first such word on. */
  readonly words: readonly string[];
  /** What follows the first "--". */
  readonly rest: readonly string[];
  /** Options that the rules do not know, as written. */
  readonly strange: readonly string[];
  readonly all: ReadonlyMap<string, readonly (string | true)[]>;
  /** The last value, which is what programs go by; undefined for an option without one. */
  value(name: string): string | undefined;
  /** Every value, split at commas. */
  list(name: string): readonly string[];
  /** Given, and not as "--name=false". */
  on(name: string): boolean;
  /** For `Command.flags`. */
  record(): ReadonlyMap<string, string | true>;
}

export function readFlags(given: readonly string[], rules: FlagRules): Flags {
  const all = new Map<string, (string | true)[]>();
  const words: string[] = [];
  const strange: string[] = [];
  const put = (name: string, value: string | true) => all.set(name, [...(all.get(name) ?? []), value]);
  let at = 0;
  for (; at < given.length; at += 1) {
    const word = given[at] ?? "";
    if (word === "--") break;
    const long =
      /^--([^=]+)(?:=([\s\S]*))?$/.exec(word) ?? (rules.oneDash && /^-([^=-][^=]*)(?:=([\s\S]*))?$/.exec(word));
    if (long) {
      const [, name = "", value] = long;
      if (!rules.values.has(name) && rules.switches !== undefined && !rules.switches.has(name)) strange.push(word);
      if (value !== undefined) put(name, value);
      else if (rules.values.has(name) && at + 1 < given.length) put(name, given[++at] ?? "");
      else put(name, true);
    } else if (/^-[^-]/.test(word)) at += readCluster(word.slice(1), given[at + 1], rules, put, strange);
    else if (rules.untilWord) break;
    else words.push(word);
  }
  const dashes = given[at] === "--";
  const rest = given.slice(dashes ? at + 1 : at);
  return {
    words: rules.untilWord ? rest : words,
    rest,
    strange,
    all,
    value: (name) => all.get(name)?.findLast((value) => value !== true) as string | undefined,
    list: (name) => (all.get(name) ?? []).flatMap((value) => (value === true ? [] : value.split(","))),
    on: (name) => isOn(all.get(name)?.at(-1)),
    record: () => new Map([...all].map(([name, values]) => [name, joined(values)])),
  };
}

/** "-it", "-nshop", "-n=shop", "-n shop". Gives the number of further words that it took. */
function readCluster(
  letters: string,
  next: string | undefined,
  rules: FlagRules,
  put: (name: string, value: string | true) => void,
  strange: string[],
): number {
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters[at] ?? "";
    const name = rules.short?.[letter] ?? letter;
    const known = rules.values.has(name) || (rules.switches?.has(name) ?? true);
    if (!known) strange.push(`-${letter}`);
    if (!rules.values.has(name)) {
      if (letters[at + 1] === "=") {
        put(name, letters.slice(at + 2));
        return 0;
      }
      put(name, true);
      continue;
    }
    const attached = letters.slice(at + 1).replace(/^=/, "");
    put(name, attached === "" && !letters.endsWith("=") ? (next ?? "") : attached);
    return attached === "" && !letters.endsWith("=") ? 1 : 0;
  }
  return 0;
}

function isOn(value: string | true | undefined): boolean {
  if (value === undefined) return false;
  // A value that only the run will tell counts as on: the harmless reading must be certain.
  return value === true || !isKnown(value) || !/^(false|f|0|no|off)$/i.test(value);
}

function joined(values: readonly (string | true)[]): string | true {
  const texts = values.filter((value) => value !== true);
  return texts.length === 0 ? true : texts.join(",");
}
