/** One word of a line for a shell, without its quotes. */
export interface ShellWord {
  readonly text: string;
  /** Where each of its characters is in the line. */
  readonly places: readonly number[];
}

/** One command of a line, and what the line feeds it. */
export interface ShellCommand {
  readonly words: readonly ShellWord[];
  /** What stands between it and the next command: "|" feeds that one. */
  readonly end: string;
  /** Of `<<< word`. */
  readonly fed: readonly ShellWord[];
}

const operator = /&&|\|\||\|&|[;|&\n()`]|<<<|<<-?|[<>]{1,2}&?/y;
const escapable = /[\\"$`\n]/;

/** Splits a line into commands and words, well enough to know which option a word follows. Nothing is refused. */
export function splitLine(line: string): ShellCommand[] {
  const commands: ShellCommand[] = [];
  let words: ShellWord[] = [];
  let fed: ShellWord[] = [];
  let isFed = false;
  for (let at = 0; at < line.length; ) {
    operator.lastIndex = at;
    const sign = operator.exec(line)?.[0];
    if (sign !== undefined) {
      at += sign.length;
      isFed = sign === "<<<";
      if (/[<>]/.test(sign)) continue;
      if (words.length > 0) commands.push({ words, end: sign, fed });
      [words, fed] = [[], []];
    } else if (/\s/.test(line[at] ?? "")) at += 1;
    else {
      const [word, after] = readWord(line, at);
      (isFed ? fed : words).push(word);
      isFed = false;
      at = after;
    }
  }
  if (words.length > 0) commands.push({ words, end: "", fed });
  return commands;
}

function readWord(line: string, from: number): [ShellWord, number] {
  const text: string[] = [];
  const places: number[] = [];
  const add = (at: number) => {
    text.push(line[at] ?? "");
    places.push(at);
  };
  let quote = "";
  let at = from;
  for (; at < line.length; at += 1) {
    const sign = line[at] ?? "";
    if (quote === "" && /[\s;|&()<>`]/.test(sign)) break;
    if (quote === "" && (sign === "'" || sign === '"')) quote = sign;
    else if (sign === quote) quote = "";
    else if (sign === "\\" && quote !== "'" && (quote === "" || escapable.test(line[at + 1] ?? ""))) {
      at += 1;
      if (line[at] !== "\n") add(at);
    } else add(at);
  }
  return [{ text: text.join(""), places }, at];
}
