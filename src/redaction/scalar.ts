/** How a value is written in YAML or JSON. */
export type Style = "plain" | "single" | "double" | "block" | "folded";

const named: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f", "0": "\0", e: "\x1b" };

/** What a text between double quotes says. Texts are bytes here, so what is escaped becomes UTF-8. */
export function unescaped(raw: string): string {
  if (!raw.includes("\\")) return raw;
  return raw.replace(
    /(?:\\u[0-9a-fA-F]{4}){1,1024}|\\x[0-9a-fA-F]{2}|\\([\s\S])/g,
    (whole, sign: string | undefined) => {
      if (sign !== undefined) return named[sign] ?? sign;
      const codes = whole.match(/[0-9a-fA-F]{2,4}/g) ?? [];
      return Buffer.from(String.fromCharCode(...codes.map((code) => Number.parseInt(code, 16))), "utf8").toString(
        "latin1",
      );
    },
  );
}

export function decode(raw: string, style: Style, indent: number): string {
  if (style === "block" || style === "folded") {
    const text = raw.replaceAll(new RegExp(`\\n[ \\t]{0,${indent}}`, "g"), "\n");
    return style === "block" ? text : unfolded(text);
  }
  if (style === "double") return unescaped(unfolded(joined(raw)));
  return style === "single" ? unfolded(raw).replaceAll("''", "'") : unfolded(raw);
}

/** A backslash at the end of a line, that no other one escapes, joins it with the next. */
function joined(raw: string): string {
  if (!raw.includes("\\\n") && !raw.includes("\\\r")) return raw;
  return raw.replace(/(\\\\)|\\\r?\n[ \t]{0,256}/g, (_, escaped: string | undefined) => escaped ?? "");
}

/** The end of a line counts as a space, and empty lines as ends of lines. */
function unfolded(raw: string): string {
  if (!raw.includes("\n")) return raw;
  return raw.replace(/[ \t]{0,64}\r?\n((?:[ \t]{0,64}\r?\n){0,64})[ \t]{0,256}/g, (_, empty: string) =>
    empty === "" ? " " : empty.replace(/[^\n]/g, ""),
  );
}

/** The same text in the same style, for what stands between the quotes or in the block. */
export function encode(text: string, style: Style, indent: number): string {
  if (style === "double") return JSON.stringify(text).slice(1, -1);
  // Where ends of lines count as spaces, an empty line is what counts as the end of one.
  const paragraphs = () => text.replaceAll("\n", `\n\n${" ".repeat(indent)}`);
  if (style === "single") return paragraphs().replaceAll("'", "''");
  if (style === "folded") return paragraphs();
  if (style === "block") return text.replaceAll("\n", `\n${" ".repeat(indent)}`);
  return text;
}
