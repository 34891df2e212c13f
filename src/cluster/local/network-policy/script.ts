/** What the script calls its table; nothing else in the node's rules is touched. */
const TABLE = "table ip airworthy";

/** nft keeps at most 128 bytes of a comment. */
const COMMENT_LENGTH = 120;

/**
 * A comment for nft. Names and labels are written by users of the cluster, who must not write rules: every character
 * that could end the string, the line or the statement becomes a question mark.
 */
export function comment(text: string): string {
  const safe = text.replace(/[^A-Za-z0-9 ._/=,:()[\]!-]/g, "?");
  return `comment "${safe.length > COMMENT_LENGTH ? `${safe.slice(0, COMMENT_LENGTH - 3)}...` : safe}"`;
}

/** Collects sets and chains, then writes the whole table as one transaction. */
export interface Table {
  /** The name of a set of these elements, made once however often it is asked for. */
  set(kind: string, type: string, elements: readonly string[], note: string): string;
  /** A set or map with a name of its own. */
  define(what: "set" | "map", name: string, type: string, elements: readonly string[]): void;
  chain(name: string, note: string, lines: readonly string[]): void;
  text(): string;
}

export function createTable(note: string): Table {
  const sets: string[] = [];
  const chains: string[] = [];
  const names = new Map<string, string>();
  const counts = new Map<string, number>();

  const define: Table["define"] = (what, name, type, elements) => {
    sets.push(block(`${what} ${name}`, [type, ...listed(elements)]));
  };
  return {
    define,
    set: (kind, type, elements, why) => {
      const key = `${type} ${elements.join()}`;
      const known = names.get(key);
      if (known !== undefined) return known;
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      const name = `${kind}-${count}`;
      names.set(key, name);
      sets.push(block(`set ${name}`, [type, comment(why), ...listed(elements)]));
      return name;
    },
    chain: (name, why, lines) => chains.push(block(`chain ${name}`, [comment(why), ...lines])),
    // Creating before deleting makes the deletion succeed where the table is not there yet.
    text: () => `${TABLE}\ndelete ${TABLE}\n${TABLE} {\n${[`\t${comment(note)}\n`, ...sets, ...chains].join("\n")}}\n`,
  };
}

function block(head: string, lines: readonly string[]): string {
  return `\t${head} {\n${lines.map((line) => `\t\t${line}\n`).join("")}\t}\n`;
}

function listed(elements: readonly string[]): string[] {
  return elements.length > 0 ? [`elements = { ${elements.join(", ")} }`] : [];
}
