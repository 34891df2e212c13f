/** One instruction of a Dockerfile, with its lines joined. */
export interface Instruction {
  readonly word: string;
  readonly rest: string;
  readonly line: number;
  /** Documents that follow it (`<<EOF`). */
  readonly documents: readonly string[];
}

export function readDockerfile(text: string): Instruction[] {
  const lines = text.split(/\r?\n/);
  const instructions: Instruction[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = at + 1;
    if (/^\s*(#|$)/.test(lines[at] ?? "")) continue;
    let joined = lines[at] ?? "";
    while (/\\\s*$/.test(joined) && at + 1 < lines.length) {
      at += 1;
      // A comment within is left out, as Docker does.
      joined = joined.replace(/\\\s*$/, " ") + (/^\s*#/.test(lines[at] ?? "") ? "\\" : (lines[at] ?? ""));
    }
    const documents: string[] = [];
    for (const [, tabs, , end = ""] of joined.matchAll(/<<(-?)(["']?)(\w+)\2/g)) {
      const body: string[] = [];
      at += 1;
      for (; at < lines.length && lines[at]?.trim() !== end; at += 1) body.push(lines[at] ?? "");
      documents.push(body.map((each) => `${tabs ? each.replace(/^\t+/, "") : each}\n`).join(""));
    }
    const [, word = "", rest = ""] = /^\s*(\S+)\s*(.*)$/s.exec(joined) ?? [];
    instructions.push({ word: word.toUpperCase(), rest: rest.trim(), line, documents });
  }
  return instructions;
}

/** Words as a shell would split them, quotes taken off. A list in JSON is taken as it is. */
export function wordsIn(text: string): string[] {
  if (/^\s*\[/.test(text)) {
    try {
      return (JSON.parse(text) as unknown[]).map(String);
    } catch {
      // Not a list after all, such as `[ -f x ]`.
    }
  }
  const words = text.match(/(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s"'\\])+/g) ?? [];
  return words.map((word) =>
    word.replace(/"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)/g, (_, double, single, escaped) => double ?? single ?? escaped),
  );
}

/** `$NAME` and `${NAME:-other}` from what was set before. */
export function expanded(text: string, env: Readonly<Record<string, string>>): string {
  return text.replace(/\$(?:(\w+)|\{(\w+)(?::?-([^}]*))?\})/g, (_, bare, braced, other) => {
    return env[bare ?? braced] ?? other ?? "";
  });
}
