import type { Finding } from "./finding.ts";
import { unescaped } from "./scalar.ts";
import { telling } from "./telling.ts";
import { holds, publicText } from "./value.ts";

const candidate =
  /pass|pwd|secret|token|key|cred|bearer|psk|jwt|auth|cookie|connection|connstr|sig|session|sas|hmac|seed/gi;
const longestKey = 128;
/** What may be between a key and its value: a closing quote (escaped or not), spaces, the sign, spaces. */
const signForm = /\\{0,8}["'`]?[ \t]{0,32}(=>|:=|=(?!=)|:)[ \t]{0,32}/y;
const spaceForm = /[ \t]{1,8}()/y;
const quoteForm = /\\{0,8}["'`]/y;
/** Where another pair begins, the value before it ends: `a=1;b=2`, `a=1&b=2`, `a=1,b=2`. */
const nextPair = /[;&,](?:$|[\s"')\]}]|[ \t]?[A-Za-z_][\w .[\]-]{0,64}[=:])/y;

/** How far a value without quotes goes: to a space in commands, to the end of the line where a line is one setting. */
export type Extent = "word" | "line unless a command" | "line";
/** An option, a pipe, another variable: the line goes on as a command. */
const goesOn = /[ \t](?:--?[A-Za-z]|[|;&<>]|\w{1,64}=)/;

/** `password=…`, `"token": "…"`, `--client-secret …`, in any text: logs, files of settings, lines for a shell. */
export function findAssignments(text: string, extent: Extent = "word"): Finding[] {
  const findings: Finding[] = [];
  candidate.lastIndex = 0;
  for (let found = candidate.exec(text); found; found = candidate.exec(text)) {
    const [start, end] = wordAround(text, found.index);
    candidate.lastIndex = end;
    if (end - start > longestKey) continue;
    const finding = valueAfter(text, start, end, extent);
    if (!finding) continue;
    findings.push(finding);
    candidate.lastIndex = Math.max(end, finding.end);
  }
  return findings;
}

/** The whole key that the candidate is in. A run of these characters is looked at once, however long. */
function wordAround(text: string, at: number): [number, number] {
  let start = at;
  while (start > 0 && at - start <= longestKey && isOfKey(text.charCodeAt(start - 1))) start -= 1;
  let end = at;
  while (end < text.length && isOfKey(text.charCodeAt(end))) end += 1;
  return [start, end];
}

/** Letters, digits, _ . - */
function isOfKey(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 45 && code <= 57 && code !== 47) ||
    code === 95
  );
}

function valueAfter(text: string, start: number, end: number, extent: Extent): Finding | undefined {
  const word = text.slice(start, end);
  const says = telling(word.replace(/^-+/, ""));
  if (says === "no") return undefined;
  const between = matchAt(signForm, text, end) ?? (word.startsWith("--") ? matchAt(spaceForm, text, end) : null);
  if (!between) return undefined;
  const [whole, mark = ""] = between;
  const from = end + whole.length;
  if (!mayBegin(text, { start, from, mark, isSpaced: /[ \t]$/.test(whole) })) return undefined;

  const quote = matchAt(quoteForm, text, from)?.[0];
  const most = says === "if random" ? 256 : text.length;
  const quoted = quote === undefined ? undefined : quotedValue(text, from + quote.length, quote);
  const value =
    quoted ?? bareValue(text, from + (quote?.length ?? 0), most, mark === "=" && isSetting(text, start, from, extent));
  if (value.text === "" || (!quoted && mark === ":" && isSentence(text, value))) return undefined;
  const secret = quote?.endsWith('"') ? unescaped(value.text) : value.text;
  // `--secret=x` names one, `secret=x` is one.
  const isSet = mark === "=" && says === "unless a name" && !word.startsWith("-");
  if (!holds(isSet ? "yes" : says, secret)) return undefined;
  const what = mark === "" ? "option" : "value of a telling key";
  return { start: value.start, end: value.start + value.text.length, what, secret };
}

/** A variable at the beginning of its line, with nothing after it that makes it a command. */
function isSetting(text: string, start: number, from: number, extent: Extent): boolean {
  if (extent !== "line unless a command") return extent === "line";
  if (!/(?:^|\n)(?:export )?$/.test(text.slice(Math.max(0, start - 8), start))) return false;
  if (!/^[A-Z][A-Z0-9_]*[ \t]*=/.test(text.slice(start, from))) return false;
  const [line = ""] = /^[^\r\n]{0,1024}/.exec(text.slice(from, from + 1024)) ?? [];
  return !goesOn.test(line);
}

interface Beginning {
  readonly start: number;
  readonly from: number;
  readonly mark: string;
  readonly isSpaced: boolean;
}

/** Not every colon says what something is: `registry/token:v1.2`, `token://`, `secrets: [`. */
function mayBegin(text: string, { start, from, mark, isSpaced }: Beginning): boolean {
  const head = text.slice(from, from + 64);
  if (publicText.test(head) || /^\$\(|^\((?:sensitive|known)|^<set to the key /.test(head)) return false;
  if (mark === "") return !head.startsWith("-");
  // `--from-file=password=./password.txt`
  if (/(?:file|path|dir)=$/.test(text.slice(Math.max(0, start - 5), start))) return false;
  if (mark !== ":") return !/^[({[](?:\s|$)/.test(head);
  if (/^[|>&*!{[]/.test(head)) return false;
  if (isSpaced) return true;
  const isTag = /^(?:v?\d+(?:[.-]\w+)*|latest|sha256:\w+|[a-z]+)(?:[\s"',;)\]}]|$)/.test(head);
  return !isTag && !head.startsWith("//") && text[start - 1] !== "/";
}

interface Value {
  readonly start: number;
  readonly text: string;
}

/** To the same quote, unescaped, on the same line; without one it was no quote. */
function quotedValue(text: string, start: number, quote: string): Value | undefined {
  const sign = quote.at(-1) ?? "";
  for (let at = text.indexOf(sign, start); at >= 0 && at - start < 65_536; at = text.indexOf(sign, at + 1)) {
    if (text.slice(at - quote.length + 1, at + 1) !== quote || isEscaped(text, at - quote.length)) continue;
    const value = text.slice(start, at);
    return value.includes("\n") ? undefined : { start, text: value };
  }
  return undefined;
}

/** Whether an odd number of backslashes ends here. */
function isEscaped(text: string, at: number): boolean {
  let count = 0;
  while (count < 64 && text[at - count] === "\\") count += 1;
  return count % 2 === 1;
}

function bareValue(text: string, start: number, most: number, toLineEnd: boolean): Value {
  const last = Math.min(text.length, start + most);
  let end = start;
  for (; end < last; end += 1) {
    const code = text.charCodeAt(end);
    if (code === 10 || code === 13) break;
    if (toLineEnd) continue;
    // White space and quotes end it.
    if (code <= 32 || code === 34 || code === 39 || code === 96) break;
    if ((code === 59 || code === 38 || code === 44) && matchAt(nextPair, text, end)) break;
    if (code === 92 && /["']/.test(text[end + 1] ?? "")) break;
  }
  const value = text.slice(start, end).trimEnd();
  // Brackets around the whole, not brackets in the secret.
  return { start, text: /[)\]}]$/.test(value) && !/[([{]/.test(value) ? value.replace(/[)\]}]{1,16}$/, "") : value };
}

/** Words that go on after the first one. */
function isSentence(text: string, value: Value): boolean {
  const after = value.start + value.text.length;
  return /^[A-Za-z']{1,32}[,.;]?$/.test(value.text) && /^ [A-Za-z"']/.test(text.slice(after, after + 3));
}

function matchAt(form: RegExp, text: string, at: number): RegExpExecArray | null {
  form.lastIndex = at;
  return form.exec(text);
}
