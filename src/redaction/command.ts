import { clean } from "./clean.ts";
import type { Cleaned, Finding, Marks, What } from "./finding.ts";
import { findInStructure } from "./manifest.ts";
import { type Program, programs, readsSecret, runsAsUser } from "./programs.ts";
import { type ShellWord, splitLine } from "./shell.ts";
import { telling } from "./telling.ts";
import { holds } from "./value.ts";

const shells = /^(?:sh|bash|zsh|dash|ash|ksh|fish|su|pwsh|powershell)$/;
const takesLines = /^(?:ssh|eval|watch|xargs|parallel)$/;
/** Where another pair begins in `a=1,b=2`. */
const nextPair = /,(?=[A-Za-z_][\w.[\]/-]{0,128}=)/;
const deepest = 4;
/** Says nothing beside itself, and no token is that short. */
const tooShort = /^[\w.,/-]{0,15}$/;

/** Takes the secrets out of a command, word by word. */
export function cleanCommand(words: readonly string[], marks: Pick<Marks, "mark">): Cleaned[] {
  const extra = findInWords(words, 0);
  return words.map((word, at) => {
    const found = extra[at] ?? [];
    return found.length === 0 && tooShort.test(word) ? { text: word, taken: [] } : clean(word, marks, { extra: found });
  });
}

/** What the place of a word in its command says: for every word, the secrets in it. */
function findInWords(words: readonly string[], depth: number): Finding[][] {
  const { lines, starts } = rolesOf(words);
  const found: Finding[][] = words.map((word, at) => {
    if (lines.has(at)) return depth < deepest ? findInLine(word, depth + 1) : [];
    return [...pairsIn(word), ...optionValue(words, at)];
  });
  for (const at of starts) {
    const name = baseName(words[at] ?? "");
    for (const program of programs) if (program.name.test(name)) applyProgram(program, words, at, found);
    userAndPassword(words, at, found);
  }
  return found;
}

const whole = (text: string, what: What, start = 0): Finding[] =>
  text.length > start && holds("yes", text.slice(start))
    ? [{ start, end: text.length, what, secret: text.slice(start) }]
    : [];

/** `KEY=value`, `--key=value`, `--set=a.key=value,b=2`: each value goes to the end of the word or the next pair. */
function pairsIn(word: string): Finding[] {
  const findings: Finding[] = [];
  let start = 0;
  for (const part of word.length > 65_536 ? [] : word.split(nextPair)) {
    const [key = "", ...rest] = part.split("=", 3);
    const names = rest.length > 1 && /^-/.test(key) ? [key, rest[0] ?? ""] : [key];
    for (const [depth, name] of names.entries()) {
      const says = telling(name.replace(/^-+/, ""));
      const from = names.slice(0, depth + 1).join("=").length + 1;
      const secret = part.slice(from);
      if (rest.length === 0 || says === "no" || /(?:file|path|dir)$/.test(key)) continue;
      if (!holds(says === "unless a name" && !name.startsWith("-") ? "yes" : says, secret)) continue;
      findings.push({ start: start + from, end: start + part.length, what: "value of a telling key", secret });
      break;
    }
    start += part.length + 1;
  }
  return findings;
}

/** The word after `--password`, and the one after `set some.password`. */
function optionValue(words: readonly string[], at: number): Finding[] {
  const [word = "", before = "", first = ""] = [words[at], words[at - 1], words[at - 2]];
  if (/^--?[A-Za-z]/.test(word)) return [];
  const isOption = /^--?[A-Za-z]/.test(before) && !before.includes("=");
  if (!isOption && first !== "set" && !/^--(?:global|local)$/.test(first)) return [];
  const says = telling(before.replace(/^-+/, ""));
  return says !== "no" && holds(says, word) ? whole(word, "option") : [];
}

const baseName = (word: string) => (/[^/\\]+$/.exec(word)?.[0] ?? "").replace(/\.exe$/i, "");

const wraps = /^(?:sudo|env|time|nohup|nice|timeout|command|exec|doas|stdbuf|\d+[smh]?|-\S+|\w+=.*)$/;
const runsOthers = /^(?:docker|podman|nerdctl|kubectl|oc) (?:exec|run)$/;
/** A command within a command within a command: more programs than this nobody starts in one. */
const mostPrograms = 8;

/**
 * Which words begin a program (the first, the first after what only wraps a command, the one after `--`, any in what
 * runs in a container) and which are lines for a shell.
 */
function rolesOf(words: readonly string[]): { starts: readonly number[]; lines: ReadonlySet<number> } {
  const starts: number[] = [];
  const lines = new Set<number>();
  const isInside = runsOthers.test(`${baseName(words[0] ?? "")} ${words[1]}`);
  let isWrapped = true;
  let takesLine = false;
  for (const [at, word] of words.entries()) {
    const isKnown = () => programs.some(({ name }) => name.test(baseName(word)));
    const isStart = isWrapped || words[at - 1] === "--" || (isInside && !word.startsWith("-") && isKnown());
    if (isStart && starts.length < mostPrograms && !wraps.test(word)) starts.push(at);
    if (isScript(words, at) || (takesLine && /\s/.test(word))) lines.add(at);
    isWrapped &&= wraps.test(word);
    takesLine ||= takesLines.test(baseName(word));
  }
  return { starts, lines };
}

/** After `sh -c` and its like. */
function isScript(words: readonly string[], at: number): boolean {
  if (!/^-[a-z]*c$|^-command$/i.test(words[at - 1] ?? "")) return false;
  return words.slice(Math.max(0, at - 3), at).some((word) => shells.test(baseName(word)));
}

function applyProgram(program: Program, words: readonly string[], at: number, found: Finding[][]): void {
  const plain = [...words.keys()].filter((place) => place > at && !/^-/.test(words[place] ?? ""));
  const line = plain.map((place) => words[place]).join(" ");
  if (program.when && !program.when.test(line)) return;
  for (let place = at + 1; place < words.length; place += 1) {
    const word = words[place] ?? "";
    for (const { from, of } of valuesOf(program, words, place)) {
      const value = words[of] ?? "";
      if (program.patches?.some((option) => word.startsWith(option))) {
        const { findings } = findInStructure(value.slice(from), true);
        found[of]?.push(...findings.map((one) => ({ ...one, start: one.start + from, end: one.end + from })));
      } else if (program.pairs) found[of]?.push(...whole(value, "secret data", value.indexOf("=", from) + 1));
      else if (program.userOptions) found[of]?.push(...passwordOf(value, from));
      else found[of]?.push(...whole(value, "option", from));
    }
    if (program.pairs === "words" && /^[\w.-]+=./.test(word))
      found[place]?.push(...whole(word, "secret data", word.indexOf("=") + 1));
  }
  for (const index of program.words ?? []) {
    const place = plain.at(index);
    if (place !== undefined) found[place]?.push(...whole(words[place] ?? "", "option"));
  }
}

/** Where the value of the option at this place is: in the next word, or in the same after the option. */
function valuesOf(program: Program, words: readonly string[], place: number): { from: number; of: number }[] {
  const word = words[place] ?? "";
  const listed = [
    program.options,
    program.patches,
    program.userOptions,
    program.pairs === "words" ? [] : program.pairs,
  ];
  const options = listed.flatMap((list) => list ?? []);
  if (options.includes(word)) return program.attached && !program.options ? [] : [{ from: 0, of: place + 1 }];
  const long = options.find((option) => word.startsWith(`${option}=`));
  if (long !== undefined) return [{ from: long.length + 1, of: place }];
  const short = [...(program.attached ?? []), ...(program.userOptions ?? [])].find(
    (option) => /^-\w$/.test(option) && word.startsWith(option),
  );
  return short !== undefined && word.length > short.length ? [{ from: short.length, of: place }] : [];
}

/** What comes after the first colon, or the first % as Samba has it. */
function passwordOf(value: string, from: number): Finding[] {
  const sign = value.slice(from).search(/[:%]/);
  return sign < 0 ? [] : whole(value, "option", from + sign + 1);
}

/** `-u name:password` of programs that are not in the list. */
function userAndPassword(words: readonly string[], at: number, found: Finding[][]): void {
  if (runsAsUser.test(baseName(words[at] ?? ""))) return;
  for (let place = at + 1; place < words.length; place += 1) {
    const word = words[place] ?? "";
    if (
      /^(?:-u|--user|--userpwd|--auth)$/.test(words[place - 1] ?? "") &&
      /^[\w.@+-]+:[^/\s]/.test(word) &&
      !/^\d+:\d+$/.test(word)
    ) {
      found[place]?.push(...passwordOf(word, 0));
    }
  }
}

/** The same for a line of a shell: its words are found, and their places in the line. */
function findInLine(line: string, depth: number): Finding[] {
  const commands = splitLine(line);
  const findings: Finding[] = [];
  for (const [at, { words, fed }] of commands.entries()) {
    const texts = words.map(({ text }) => text);
    const inWords = findInWords(texts, depth);
    for (const [place, word] of words.entries())
      findings.push(...(inWords[place] ?? []).map((one) => inPlace(one, word)));
    const isFed = readsSecret.test(texts.join(" "));
    const before = commands[at - 1];
    const piped =
      isFed && before?.end.startsWith("|") && /^(?:echo|printf)$/.test(before.words[0]?.text ?? "")
        ? before.words.slice(1)
        : [];
    for (const word of [...piped, ...(isFed ? fed : [])]) {
      if (!/^-\w+$|^%s(?:\\n)?$/.test(word.text))
        findings.push(...whole(word.text, "command input").map((one) => inPlace(one, word)));
    }
  }
  return findings;
}

function inPlace(finding: Finding, { places }: ShellWord): Finding {
  return { ...finding, start: places[finding.start] ?? 0, end: (places[finding.end - 1] ?? 0) + 1 };
}
