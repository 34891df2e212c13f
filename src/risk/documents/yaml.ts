import { messageOf } from "../../problem/index.ts";
import type { Document } from "../model.ts";
import { readJson } from "./json.ts";
import { readPlain } from "./plain-yaml.ts";

/** The values of a YAML or JSON text, in order, and what was wrong with it. */
export interface Values {
  readonly values: readonly unknown[];
  readonly faults: readonly string[];
}

const longest = 16 * 1024 * 1024;
const mostNodes = 1_000_000;
const mostFaults = 50;
const read = new WeakMap<Uint8Array, Promise<Values>>();

/** Reads bytes once, however often they are asked for. Whoever sent them is not trusted; nothing is thrown. */
export function readValues(document: Document): Promise<Values> {
  const known = read.get(document.bytes);
  if (known) return known;
  const values = parse(document.bytes);
  read.set(document.bytes, values);
  return values;
}

async function parse(bytes: Uint8Array): Promise<Values> {
  if (bytes.length > longest) return { values: [], faults: [`it has ${bytes.length} bytes, more than are read`] };
  const text = decode(bytes);
  if (text === undefined) return { values: [], faults: ["it is not UTF-8"] };
  const json = /^\s*[{[]/.test(text) ? readJson(text) : undefined;
  return json ? { values: json, faults: [] } : readYaml(text);
}

function decode(bytes: Uint8Array): string | undefined {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** One document after the other, so that a bad one does not hide the others, and a plain one is read fast. */
async function readYaml(text: string): Promise<Values> {
  // Directives and ends of documents belong to more than one of them.
  const parts = /^(%|\.\.\.)/m.test(text) ? [text] : text.split(/^---(?=\s|$)/m);
  const values: unknown[] = [];
  const faults: string[] = [];
  for (const part of parts) {
    const plain = readPlain(part);
    const found = plain ? { values: [plain.value], faults: [] } : await readAny(part);
    for (const value of found.values) values.push(value);
    faults.push(...found.faults);
    if (faults.length > mostFaults) return { values, faults: [...faults, "the rest of it was not read"] };
  }
  return { values, faults };
}

/** All of YAML. */
async function readAny(text: string): Promise<Values> {
  if (text.trim() === "") return { values: [], faults: [] };
  const [{ loadAll }, { kubernetesSchema: schema }] = await Promise.all([import("js-yaml"), import("./schema.ts")]);
  const load = (json: boolean) => loadAll(text, { schema, maxDepth: 200, maxAliases: 1_000, json });
  try {
    return bounded(load(false), text, []);
  } catch (thrown) {
    const fault = firstLine(thrown);
    try {
      // As with kubectl, the last of equal keys counts; but whoever reads the file may have seen only the first.
      return bounded(load(true), text, [fault]);
    } catch {
      return { values: [], faults: [fault] };
    }
  }
}

function bounded(all: readonly unknown[], text: string, faults: readonly string[]): Values {
  const values = all.filter((value) => value !== null && value !== undefined);
  if (!text.includes("&")) return { values, faults }; // Without an anchor nothing is there twice.
  const small = values.filter((value) => nodesOf(value) <= mostNodes);
  const tooLarge = small.length < values.length ? [`aliases in it unfold to more than ${mostNodes} nodes`] : [];
  return { values: small, faults: [...faults, ...tooLarge] };
}

/** Counts as whoever walks the value would: what is referred to twice counts twice, a circle never ends. */
function nodesOf(value: unknown, sizes = new Map<object, number>()): number {
  if (typeof value !== "object" || value === null) return 1;
  const known = sizes.get(value);
  if (known !== undefined) return known;
  sizes.set(value, Number.POSITIVE_INFINITY);
  const sum = Object.values(value).reduce<number>((total, child) => total + nodesOf(child, sizes), 1);
  sizes.set(value, sum);
  return sum;
}

function firstLine(thrown: unknown): string {
  return messageOf(thrown).split("\n")[0] ?? "";
}
