import { type Cleaned, type Finding, type Marks, type Taken, takeOut } from "./finding.ts";
import { isName, isRandom } from "./value.ts";

/** So many values are looked for; a manifest with more of them has found each where it stands. */
const most = 2000;
const shortest = 6;

interface Form {
  readonly bytes: Buffer;
  readonly secret: string;
  readonly isBase64: boolean;
}

/** Takes out what was found once wherever else it stands: in the clear, in base64, or escaped for a URL, JSON or hex. */
export function takeOutKnown(text: string, known: readonly Taken[], marks: Pick<Marks, "mark">): Cleaned {
  const forms = formsOf(known);
  if (forms.length === 0) return { text, taken: [] };
  return takeOut(text, search(Buffer.from(text, "latin1"), forms), marks);
}

function formsOf(known: readonly Taken[]): Form[] {
  const secrets = new Set<string>();
  for (const taken of known.toSorted((a, b) => Number(b.telling) - Number(a.telling))) {
    for (const secret of partsOf(taken)) if (secrets.size < most && isWorthSeeking(secret, taken)) secrets.add(secret);
  }
  return [...secrets].flatMap((secret) => [...plainForms(secret), ...base64Forms(secret)]);
}

/** Of a private key each line is one: they are printed with other ends, other indents, and in parts. */
function partsOf({ what, secret }: Taken): string[] {
  return what === "private key" ? secret.split("\n").filter((line) => line.length >= 32) : [secret];
}

/** What is a word or a name would be found, and taken, where it means something else. */
function isWorthSeeking(secret: string, { telling }: Taken): boolean {
  if (secret.length < shortest || secret.length > 65_536 || isName(secret)) return false;
  if (/^(?:\d{1,7}|[a-z]+:\/\/[^@]*|[\w.+-]+@[\w.-]+|[A-Za-z]+)$/i.test(secret)) return telling && secret.length >= 16;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(secret)).length;
  if (telling) return kinds >= 2 || secret.length >= 16;
  return (secret.length >= 8 && kinds >= 3) || isRandom(secret);
}

function plainForms(secret: string): Form[] {
  const bytes = Buffer.from(secret, "latin1");
  const words = bytes.toString("utf8");
  const escaped = JSON.stringify(words).slice(1, -1);
  const forms = [secret, latin1(escaped), latin1(JSON.stringify(escaped).slice(1, -1)), latin1(forHtml(escaped))];
  if (words.isWellFormed()) {
    const inUrl = encodeURIComponent(words);
    forms.push(
      inUrl,
      inUrl.replaceAll("%20", "+"),
      inUrl.replace(/%../g, (code) => code.toLowerCase()),
    );
  }
  const hex = bytes.toString("hex");
  forms.push(hex, hex.toUpperCase());
  return [...new Set(forms)].map((form) => ({ bytes: Buffer.from(form, "latin1"), secret, isBase64: false }));
}

const latin1 = (text: string) => Buffer.from(text, "utf8").toString("latin1");
/** As Go writes JSON. */
const forHtml = (text: string) => text.replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);

/** Within a longer text a secret begins at one of three places of a base64 group: the part that is the same in each. */
function base64Forms(secret: string): Form[] {
  const bytes = Buffer.from(secret, "latin1");
  const forms: string[] = [];
  for (const before of [0, 1, 2]) {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    const part = text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    if (part.length >= 8) forms.push(part, part.replaceAll("+", "-").replaceAll("/", "_"));
  }
  return [...new Set(forms)].map((form) => ({ bytes: Buffer.from(form, "latin1"), secret, isBase64: true }));
}

/** One pass over the bytes: four at a time are looked up, and only where these begin a form is it compared. */
function search(bytes: Buffer, forms: readonly Form[]): Finding[] {
  const byHead = Map.groupBy(
    forms.toSorted((a, b) => b.bytes.length - a.bytes.length),
    (form) => form.bytes.readUInt32BE(0),
  );
  const heads = new Uint8Array(65_536);
  for (const head of byHead.keys()) heads[slotOf(head)] = 1;

  const findings: Finding[] = [];
  let head = 0;
  let done = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    head = ((head << 8) | (bytes[at] ?? 0)) >>> 0;
    const start = at - 3;
    if (start < done || heads[slotOf(head)] === 0) continue;
    const form = byHead.get(head)?.find((candidate) => isAt(bytes, start, candidate));
    if (!form) continue;
    const [from, to] = extent(bytes, start, done, form);
    findings.push({ start: from, end: to, what: "known value", secret: form.secret });
    done = to;
  }
  return findings;
}

const slotOf = (head: number) => Math.imul(head, 0x9e3779b1) >>> 16;

function isAt(bytes: Buffer, start: number, { bytes: form, isBase64 }: Form): boolean {
  const end = start + form.length;
  if (end > bytes.length || bytes.compare(form, 0, form.length, start, end) !== 0) return false;
  // A short one may be a part of a word by chance.
  return form.length >= 8 || isBase64 || !(isWord(bytes[start - 1]) || isWord(bytes[end]));
}

/** The rest of a base64 text would still tell the ends of the secret. */
function extent(bytes: Buffer, start: number, done: number, { bytes: form, isBase64 }: Form): [number, number] {
  let [from, to] = [start, start + form.length];
  if (!isBase64) return [from, to];
  while (from > done && isBase64Sign(bytes[from - 1])) from -= 1;
  while (to < bytes.length && isBase64Sign(bytes[to])) to += 1;
  while (to < bytes.length && bytes[to] === 61) to += 1;
  return [from, to];
}

function isWord(byte: number | undefined): boolean {
  return (
    byte !== undefined && ((byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122))
  );
}

/** Letters, digits, + - / _ */
function isBase64Sign(byte: number | undefined): boolean {
  return isWord(byte) || byte === 43 || byte === 45 || byte === 47 || byte === 95;
}
