/** How a value is written in YAML or JSON. */
export type Style = "plain" | "single" | "double" | "block";

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
  if (style === "double") return unescaped(unfolded(raw));
  if (style === "single") return unfolded(raw).replaceAll("''", "'");
  if (style === "block") return raw.replaceAll(new RegExp(`\\n[ \\t]{0,${indent}}`, "g"), "\n");
  return unfolded(raw);
}

/** A line's end within quotes counts as a space. */
function unfolded(raw: string): string {
  return raw.includes("\n") ? raw.replace(/[ \t]{0,64}\r?\n[ \t]{0,256}/g, " ") : raw;
}

/** The same text in the same style, for what stands between the quotes or in the block. */
export function encode(text: string, style: Style, indent: number): string {
  if (style === "double") return JSON.stringify(text).slice(1, -1);
  if (style === "single") return text.replaceAll("'", "''");
  if (style === "block") return text.replaceAll("\n", `\n${" ".repeat(indent)}`);
  return text;
}
