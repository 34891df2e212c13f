import { type Node, valueIn } from "./structure.ts";

/** Terraform says what is sensitive beside it: the same shape with `true` where a secret is. */
const masks: Readonly<Record<string, string>> = {
  sensitive_values: "values",
  before_sensitive: "before",
  after_sensitive: "after",
};

/** The nodes below which, in plans and states of Terraform, everything is sensitive. */
export function sensitiveNodes(text: string, nodes: readonly Node[]): ReadonlySet<number> {
  const found = new Set<number>();
  if (!text.includes("sensitive")) return found;
  const children = indexOf(nodes);
  for (const [at, node] of nodes.entries()) {
    const beside = (key: string) => children.get(node.parent)?.get(key);
    const masked = masks[node.key ?? ""];
    if (masked !== undefined) overlay(at, beside(masked), { text, nodes, children, found });
    else if (node.key === "sensitive" && node.kind === "leaf" && valueIn(text, node) === "true")
      addIf(found, beside("value"));
    else if (node.key === "sensitive_attributes") {
      for (const path of children.get(at)?.values() ?? [])
        addIf(found, follow(path, beside("attributes"), { text, nodes, children }));
    }
  }
  return found;
}

/** The children of every node, by name or by place. */
type Children = ReadonlyMap<number, ReadonlyMap<string, number>>;

function indexOf(nodes: readonly Node[]): Children {
  const children = new Map<number, Map<string, number>>();
  for (const [at, { parent, key }] of nodes.entries()) {
    let own = children.get(parent);
    if (!own) {
      own = new Map();
      children.set(parent, own);
    }
    own.set(key ?? String(own.size), at);
  }
  return children;
}

interface Tree {
  readonly text: string;
  readonly nodes: readonly Node[];
  readonly children: Children;
}

function overlay(mask: number, value: number | undefined, tree: Tree & { readonly found: Set<number> }): void {
  const open: [number, number][] = value === undefined ? [] : [[mask, value]];
  for (let pair = open.pop(); pair; pair = open.pop()) {
    const [above, below] = pair;
    const node = tree.nodes[above];
    if (node?.kind === "leaf") {
      if (valueIn(tree.text, node) === "true") tree.found.add(below);
      continue;
    }
    for (const [key, child] of tree.children.get(above) ?? []) {
      const same = tree.children.get(below)?.get(key);
      if (same !== undefined) open.push([child, same]);
    }
  }
}

/** A state has paths instead: `[{"type": "get_attr", "value": "password"}]`. */
function follow(path: number, from: number | undefined, { text, nodes, children }: Tree): number | undefined {
  let at = from;
  for (const step of children.get(path)?.values() ?? []) {
    const name = children.get(step)?.get("value");
    const leaf = name === undefined ? undefined : nodes[name];
    at = at === undefined || leaf?.kind !== "leaf" ? undefined : children.get(at)?.get(valueIn(text, leaf));
  }
  return at;
}

function addIf(found: Set<number>, node: number | undefined): void {
  if (node !== undefined) found.add(node);
}
