/** Stands for a word that varies. Not a sign that anybody types; shown as `<*>`. */
export const hole = "\uFFFC";

/** What ends a word. A word with a digit in it is taken for a value: ids, times, addresses, counts. */
const word = /[^\s"'`(){}[\],;=<>|&?]+/g;
const longest = 1500;
const most = 50_000;

export interface Patterned {
  readonly pattern: number;
  /** The values in order, in lower case: that is how they are searched. */
  readonly variables: string;
  /** The pattern does not tell all of the text: whoever searches must look at the text itself. */
  readonly isOpen: boolean;
}

/** Sorts texts by what stays when their values are taken out: thousands of lines become a handful of patterns. */
export class Patterns {
  readonly #ids = new Map<string, number>([[hole, 0]]);

  of(text: string): Patterned {
    const variables: string[] = [];
    const head = text.length > longest ? text.slice(0, longest) : text;
    const pattern = head.replace(word, (each) => {
      if (!/\d/.test(each)) return each;
      variables.push(each);
      return hole;
    });
    const isWhole = text.length <= longest && !text.includes(hole);
    let id = this.#ids.get(pattern);
    if (id === undefined && this.#ids.size < most) {
      id = this.#ids.size;
      this.#ids.set(pattern, id);
    }
    return { pattern: id ?? 0, variables: variables.join(" ").toLowerCase(), isOpen: id === undefined || !isWhole };
  }

  entries(): IterableIterator<readonly [string, number]> {
    return this.#ids.entries();
  }
}

/**
 * How to find a literal text without reading every line: the patterns that surely hold it, as a condition on patterns, and
 * what must be looked at beyond that. Words of the text may have been taken out of a pattern, whole or as parts.
 */
export function searchOf(text: string): { readonly isWord: boolean; readonly mayMatch: string } {
  const words = text.match(word) ?? [];
  if (words.length === 1 && words[0] === text) return { isWord: true, mayMatch: "" };
  const regexp = text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  // The same words again, in the escaped text: each may be there or a hole.
  let at = 0;
  const mayMatch = words.reduce((all, each) => {
    const escaped = each.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    const found = all.indexOf(escaped, at);
    const replacement = `(?:${escaped}|${hole})`;
    at = found + replacement.length;
    return all.slice(0, found) + replacement + all.slice(found + escaped.length);
  }, regexp);
  return { isWord: false, mayMatch };
}
