import { findInAddresses } from "./addresses.ts";
import { type Extent, findAssignments } from "./assignments.ts";
import { type Cleaned, type Finding, type Marks, takeOut } from "./finding.ts";
import { findInStructure } from "./manifest.ts";
import { findPrivateKeys } from "./private-keys.ts";
import { encode } from "./scalar.ts";
import { type Node, valueIn } from "./structure.ts";
import { findInTables } from "./tables.ts";
import { findTokens } from "./tokens.ts";

export interface Reading {
  /** How far a value without quotes goes. */
  readonly extent?: Extent;
  /** A patch of a Secret, which does not say so itself. */
  readonly isPatchOfSecret?: boolean;
  /** What its surroundings say: the option before a word of a command. */
  readonly extra?: readonly Finding[];
  /** How many texts this one is within. */
  readonly depth?: number;
}

/** A Secret, in an annotation with the object as it was applied, in a List, in the output of a tool: no deeper. */
const deepest = 4;
const base64Run = /[A-Za-z0-9+/]{24,}={0,2}/g;

/** Takes every secret out that the text itself gives away. */
export function clean(text: string, marks: Pick<Marks, "mark">, reading: Reading = {}): Cleaned {
  return takeOut(text, findAll(text, marks, reading), marks);
}

function findAll(text: string, marks: Pick<Marks, "mark">, reading: Reading): Finding[] {
  const { depth = 0 } = reading;
  const { findings, texts } = findInStructure(text, reading.isPatchOfSecret);
  return [
    ...(reading.extra ?? []),
    ...findings,
    ...findPrivateKeys(text),
    ...findInAddresses(text),
    ...findAssignments(text, reading.extent),
    ...findTokens(text),
    ...findInTables(text),
    ...(depth < deepest ? findInTexts(text, texts, marks, depth + 1) : []),
    ...(depth < deepest ? findInBase64(text, marks, depth + 1) : []),
  ];
}

/** Texts within the text, each cleaned by itself and written back the way it was written. */
function findInTexts(text: string, leaves: readonly Node[], marks: Pick<Marks, "mark">, depth: number): Finding[] {
  const findings: Finding[] = [];
  for (const leaf of leaves) {
    const cleaned = clean(valueIn(text, leaf), marks, { extent: "line unless a command", depth });
    if (cleaned.taken.length === 0) continue;
    const replacement = encode(cleaned.text, leaf.style, leaf.indent);
    findings.push({ ...leaf, what: "secret data", secret: "", replacement, inner: cleaned.taken });
  }
  return findings;
}

/** What says in base64 what it would not be let through with in the clear: kubeconfigs, keys, files of settings. */
function findInBase64(text: string, marks: Pick<Marks, "mark">, depth: number): Finding[] {
  const findings: Finding[] = [];
  for (const { 0: run, index: start } of text.matchAll(base64Run)) {
    if (!isText(Buffer.from(run.slice(0, 64), "base64"))) continue;
    const { taken } = clean(Buffer.from(run, "base64").toString("latin1"), marks, {
      extent: "line unless a command",
      depth,
    });
    const [first] = taken;
    if (!first) continue;
    findings.push({ start, end: start + run.length, ...first, replacement: marks.mark(first.secret), inner: taken });
  }
  return findings;
}

const isText = (bytes: Buffer) => bytes.every((byte) => (byte >= 32 && byte < 127) || (byte >= 9 && byte <= 13));
