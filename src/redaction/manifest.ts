import { readStructure } from "./block.ts";
import type { Finding, What } from "./finding.ts";
import { sensitiveNodes } from "./masks.ts";
import { type Node, valueIn } from "./structure.ts";
import { telling } from "./telling.ts";
import { isSecret } from "./value.ts";

/** `{name: DB_PASSWORD, value: …}` and its like: what names the value, what is the value, and where a patch puts it. */
const namedBy = new Set(["name", "Name", "key", "Key", "ParameterKey", "path", "variable"]);
const valued = new Set(["value", "Value", "ParameterValue", "default"]);

export interface Structured {
  readonly findings: readonly Finding[];
  /** Values that are texts of their own and may have a structure of their own. */
  readonly texts: readonly Node[];
}

/** What the structure of a text says about its values. `isSecret`: it is a patch of a Secret, which has no kind. */
export function findInStructure(text: string, isPatchOfSecret = false): Structured {
  const nodes = readStructure(text);
  const facts = gather(text, nodes, isPatchOfSecret);
  const sensitive = sensitiveNodes(text, nodes);
  // What holds for a node holds for all below it, and parents come first.
  const inherited: (What | undefined)[] = [];
  const findings: Finding[] = [];
  const texts: Node[] = [];
  const aliased = new Set<string>();
  const judge = (at: number, node: Node): What | undefined => {
    const above = inherited[node.parent];
    if (above !== undefined) return above;
    if (sensitive.has(at)) return "sensitive value";
    return isDataOfSecret(node, facts) ? "secret data" : undefined;
  };
  for (const [at, node] of nodes.entries()) {
    const all = judge(at, node);
    inherited.push(all);
    if (node.kind !== "leaf" || (all === undefined && isPlainly(node, nodes, text))) continue;
    const value = valueIn(text, node);
    const what = all === undefined ? ownWhat(node, value, nodes, facts) : isWorth(value) ? all : undefined;
    if (what === undefined) {
      if (hasStructure(value, node)) texts.push(node);
    } else if (node.style === "plain" && value.startsWith("*")) aliased.add(value.slice(1));
    else findings.push(findingOf(node, value, what, all === "secret data"));
  }
  for (const leaf of nodes) {
    if (leaf.kind !== "leaf" || leaf.anchor === undefined || !aliased.has(leaf.anchor)) continue;
    const value = valueIn(text, leaf);
    if (isWorth(value)) findings.push(findingOf(leaf, value, "value of a telling key", false));
  }
  return { findings, texts };
}

interface Facts {
  readonly secrets: ReadonlySet<number>;
  /** Maps that say by a name of their own what their value is. */
  readonly names: ReadonlyMap<number, string>;
  readonly isPatchOfSecret: boolean;
}

function gather(text: string, nodes: readonly Node[], isPatchOfSecret: boolean): Facts {
  const secrets = new Set<number>();
  const names = new Map<number, string>();
  for (const node of nodes) {
    if (node.kind !== "leaf" || node.key === undefined || node.end - node.start > 256) continue;
    if (node.key === "kind" && valueIn(text, node) === "Secret") secrets.add(node.parent);
    else if (namedBy.has(node.key)) {
      const name = valueIn(text, node);
      if (telling(name) !== "no" || (isPatchOfSecret && /^\/(?:data|stringData)\//.test(name)))
        names.set(node.parent, name);
    }
  }
  return { secrets, names, isPatchOfSecret };
}

function isDataOfSecret({ key, parent }: Node, { secrets, isPatchOfSecret }: Facts): boolean {
  if (key === "stringData") return true;
  return key === "data" && (secrets.has(parent) || isPatchOfSecret);
}

/** Most values have a name that tells nothing and no structure of their own; these are not looked at. */
function isPlainly(node: Node, nodes: readonly Node[], text: string): boolean {
  if (node.style !== "plain" || text[node.start] === "{" || text[node.start] === "[") return false;
  const key = node.key ?? nodes[node.parent]?.key ?? "";
  return key !== "auth" && !valued.has(key) && telling(key) === "no";
}

function ownWhat(node: Node, value: string, nodes: readonly Node[], facts: Facts): What | undefined {
  const parent = nodes[node.parent];
  const above = parent?.key ?? "";
  const key = node.key ?? (parent?.kind === "list" ? above : "");
  const found: What = "value of a telling key";
  if (key === "auth" && nodes[parent?.parent ?? -1]?.key === "auths") return isWorth(value) ? found : undefined;
  if (valued.has(key)) {
    const name = facts.names.get(node.parent);
    if (name !== undefined && facts.isPatchOfSecret && isWorth(value)) return "secret data";
    if (isSecret(name ?? above, value)) return found;
  }
  // A key of several words is the beginning of a sentence.
  if (/\s/.test(key) || above === "encryptedData") return undefined;
  if (node.style === "plain" && /^[*]./.test(value)) return telling(key) === "yes" ? found : undefined;
  return isSecret(key, value) ? found : undefined;
}

/** Of a Secret everything is taken but what says nothing yet, or no longer. */
const isWorth = (value: string) => value !== "" && !(value.length < 512 && isBlank.test(value));
const isBlank = /^(?:null|~|\$\{[^}]*\}|\$\([^)]*\)|\{\{.*\}\}|\[redacted hmac-sha256:[0-9a-f]{8}\])$/;

function findingOf(leaf: Node, value: string, what: What, isBase64: boolean): Finding {
  return {
    start: leaf.start,
    end: leaf.end,
    what,
    secret: isBase64 ? fromBase64(value) : value,
    ...(leaf.style === "plain" ? { write: (mark: string) => `"${mark}"` } : {}),
  };
}

/** `data` has base64 and `stringData` the text itself: the same secret in both has the same digest. */
function fromBase64(value: string): string {
  const compact = value.replace(/\s+/g, "");
  if (compact.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(compact)) return value;
  return Buffer.from(compact, "base64").toString("latin1");
}

function hasStructure(value: string, { style, end, start }: Node): boolean {
  if (end - start < 8) return false;
  if (/^\s{0,64}[{[]/.test(value)) return true;
  return style !== "plain" && value.includes("\n") && /[:=]/.test(value);
}
