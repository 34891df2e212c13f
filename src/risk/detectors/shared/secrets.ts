/** Texts that are secrets by their form alone. Every repetition has an end: whoever wrote the text may want us busy. */
const known = new RegExp(
  [
    "-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----",
    "\\b(AKIA|ASIA)[0-9A-Z]{16}\\b",
    "\\bgh[pousr]_[A-Za-z0-9]{36}",
    "\\bgithub_pat_[A-Za-z0-9_]{40}",
    "\\bglpat-[A-Za-z0-9_-]{20}",
    "\\bxox[abeprs]-[A-Za-z0-9-]{20}",
    "\\bAIza[A-Za-z0-9_-]{35}",
    "\\bsk-(ant-|proj-)?[A-Za-z0-9_-]{32}",
    "\\b[rs]k_live_[A-Za-z0-9]{20}",
    "\\bnpm_[A-Za-z0-9]{36}",
    "\\beyJ[A-Za-z0-9_-]{10,300}\\.eyJ[A-Za-z0-9_-]{10}",
    // A password inside an address, unless it is filled in later.
    "\\b[a-z][a-z0-9+.-]{0,20}://[^\\s:/@$<{%]{1,80}:[^\\s/@$<{%]{1,200}@",
  ].join("|"),
);

/** A name that promises a secret, and does not promise where to find one. */
const promising =
  /(^|_)(password|passwd|passphrase|secret|token|api_?key|access_?key|private_?key|client_?secret|credentials?)$/;

/** Values that point to a secret or stand for one. */
const reference =
  /^$|^\$|\$[({]|^<.*>$|\{\{|^\*+$|^\/|^(true|false|null|none|yes|no|\d{1,6})$|^(arn|vault|secretref|ref\+\w+|op|projects\/[^/]+\/secrets)\b[:/]|^valueFrom/i;

/** In words, why a value looks like a secret; undefined where it does not. Never says the value. */
export function secretIn(name: string, value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  if (known.test(value)) return "its form is that of a secret";
  const words = name.replace(/([a-z])([A-Z])/g, "$1_$2").replace(/[.-]/g, "_");
  return promising.test(words.toLowerCase()) && !reference.test(value.trim())
    ? "its name says that it is a secret"
    : undefined;
}

/** The same for a whole file of settings, by its lines. */
export function secretInText(text: string): string | undefined {
  if (known.test(text)) return "something in it has the form of a secret";
  for (const [, name = "", value = ""] of text.matchAll(
    /^[ \t"']*([\w.-]{3,60})["']?[ \t]*[:=][ \t]*["']?([^\s"',]*)/gm,
  )) {
    if (secretIn(name, value) !== undefined) return `its setting ${name} is a secret by name`;
  }
  return undefined;
}
