/** Files that nobody means to publish, where a task does not say itself. */
const usual = ["__pycache__/", "*.pyc", ".DS_Store", "*.swp", "*.swo", "*~"];

/** Whether a file is left out, by the rules of a `.gitignore` beside it (its text), or by the usual ones. */
export function ignoring(text: string | undefined): (path: string) => boolean {
  const lines = text === undefined ? usual : text.split(/\r?\n/);
  const rules = lines.flatMap((line) => {
    const bare = line.replace(/(?<!\\)\s+$/, "");
    if (bare === "" || bare.startsWith("#")) return [];
    const isKept = bare.startsWith("!");
    return [{ isKept, pattern: expression(bare.replace(/^!/, "").replace(/^\\(?=[!#])/, "")) }];
  });
  return (path) => {
    let out = false;
    for (const { isKept, pattern } of rules) if (pattern.test(path)) out = !isKept;
    return out;
  };
}

/** A pattern covers what it names and all that is below it. */
function expression(pattern: string): RegExp {
  const isFolder = pattern.endsWith("/");
  const inner = pattern.replace(/\/$/, "");
  const isAnchored = inner.includes("/");
  const tokens = inner.replace(/^\//, "").match(/\*\*\/|\/\*\*$|\*+|\?|\[!?[^\]]+\]|\\.|[^*?[\\]+|./g) ?? [];
  const body = tokens.map((token) => {
    if (token === "**/") return "(?:.*/)?";
    if (token === "/**") return "/.*";
    if (/^\*+$/.test(token)) return "[^/]*";
    if (token === "?") return "[^/]";
    if (/^\[.+\]$/.test(token)) return token.replace(/^\[!/, "[^").replaceAll("\\", "\\\\");
    return (token.startsWith("\\") ? token.slice(1) : token).replace(/[.+^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`^${isAnchored ? "" : "(?:.*/)?"}${body.join("")}${isFolder ? "/" : "(?:/|$)"}`);
}
