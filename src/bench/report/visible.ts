/**
 * Text of agents and clusters, which may be made to deceive: characters that hide, reorder or overwrite others are
 * shown by their names, and nothing is dropped in silence.
 */
export function visible(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n/g, "\n")
    .replace(control, (sign) => (sign === "\x7f" ? "␡" : String.fromCodePoint(0x2400 + (sign.codePointAt(0) ?? 0))))
    .replace(deceptive, (sign) => `⟨U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const control = /[\0-\x08\x0b-\x1f\x7f]/g;
/** C1 controls, bidi overrides, zero-width and tag characters, private use, and selectors that can carry hidden bytes. */
const deceptive = /[\x80-\x9f\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]|[\ufe00-\ufe0e]|[\u{e0100}-\u{e01ef}]/gu;

/** What a program wrote for a terminal, without colours and cursor movements. */
export function plain(output: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
  return output.replace(/\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\))/g, "");
}

/** The beginning and the end of what is too long, with a word on what is missing between them. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const tail = Math.floor(most / 4);
  const left = text.length - most;
  const gap = `\n… ${grouped(left)} characters left out …\n`;
  return text.slice(0, most - tail) + (text.includes("\n") ? gap : gap.replace(/\n/g, " ")) + text.slice(-tail);
}

/** 12345 as 12 345: digits in groups are easier to compare. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}
