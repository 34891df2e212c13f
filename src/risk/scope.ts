import type { ScopeClass, Target } from "../evidence/index.ts";
import type { RiskConfig, ScopeRule } from "./config.ts";
import type { ScopeHints } from "./model.ts";
import { type Match, scopeWordIn } from "./scope-words.ts";

export interface Scope {
  readonly class: ScopeClass;
  readonly because: string;
}

type Named = keyof Omit<ScopeHints, "explicit" | "namespaceLabels">;

/** What each list of hints is called in rules and reasons. */
const kinds: Readonly<Record<Named, ScopeRule["what"]>> = {
  namespaces: "namespace",
  contexts: "context",
  clusters: "cluster",
  workspaces: "workspace",
  accounts: "account",
  servers: "server",
  hosts: "host",
  paths: "path",
};

/** Among names of different things at once, one that says nothing could be anything worse than development. */
const amongPlaces: readonly ScopeClass[] = ["production", "staging", "unknown", "development"];
/** Among names for the same thing, one that says nothing says nothing. */
const amongNames: readonly ScopeClass[] = ["production", "staging", "development", "unknown"];

/** Where an operation takes place, and what says so. What the caller says can make it more serious, never less. */
export function scopeOf(hints: ScopeHints, targets: readonly Target[], config: RiskConfig): Scope {
  const strong = (Object.keys(kinds) as Named[]).filter((list) => list !== "paths");
  const found = strong.flatMap((list) => scopeOfList(list, hints, config) ?? []);
  const derived = mostSerious(found, amongNames) ?? weakScope(hints, targets, config);
  const said = hints.explicit === undefined ? undefined : explicitScope(hints.explicit, config);
  if (said === undefined || said.class === "unknown") {
    return derived ?? said ?? { class: "unknown", because: silence(hints) };
  }
  return derived === undefined ? said : (mostSerious([derived, said], amongNames) ?? said);
}

/** Names of directories and of the targets themselves are weak signs: they count where nothing else says anything. */
function weakScope(hints: ScopeHints, targets: readonly Target[], config: RiskConfig): Scope | undefined {
  const names = new Set(targets.filter(({ system }) => system !== "files").map(({ name }) => name));
  const named = [...names].flatMap((name): readonly Scope[] => {
    const word = scopeWordIn(name, config.scope?.words);
    const raises = word !== undefined && word.class !== "development" && plainWord.test(word.word);
    return raises ? [{ class: word.class, because: `the target "${name}" has the word "${word.word}"` }] : [];
  });
  const path = scopeOfList("paths", hints, config);
  return mostSerious(path === undefined ? named : [...named, path], amongNames);
}

function scopeOfList(list: Named, hints: ScopeHints, config: RiskConfig): Scope | undefined {
  const places = list === "namespaces" || list === "contexts";
  const scopes = hints[list].map((name) => scopeOfName(kinds[list], name, hints, config));
  const found = mostSerious(scopes, places ? amongPlaces : amongNames);
  return found?.class === "unknown" ? undefined : found;
}

function mostSerious(scopes: readonly Scope[], order: readonly ScopeClass[]): Scope | undefined {
  return order.flatMap((each) => scopes.find((scope) => scope.class === each) ?? []).at(0);
}

function scopeOfName(what: ScopeRule["what"], name: string, hints: ScopeHints, config: RiskConfig): Scope {
  const rule = config.scope?.rules?.find((each) => each.what === what && matches(each.pattern, name));
  if (rule)
    return { class: rule.is, because: `${what} "${name}" matches the rule "${rule.pattern}" of ${config.source}` };
  const label = what === "namespace" ? labelOf(hints.namespaceLabels[name] ?? {}, config) : undefined;
  if (label) return { class: label.class, because: `namespace "${name}" is labelled ${label.text}` };
  const word = what === "path" ? wordInPath(name, config) : scopeWordIn(name, config.scope?.words);
  if (word && counts(what, word))
    return { class: word.class, because: `${what} "${name}" has the word "${word.word}"` };
  if ((what === "context" || what === "cluster") && ownMachine.test(name)) {
    return { class: "development", because: `${what} "${name}" is a cluster on somebody's own machine` };
  }
  return { class: "unknown", because: `${what} "${name}" says nothing` };
}

const plainWord = /^(prod|prd|production|stage|staging|stg|uat|pre-?prod|non-?prod|dev|development)$/;

/**
 * In some names only words count that hardly mean anything else: neither /usr/local nor svc.cluster.local is a place to
 * develop. And a server may be any that a script only looks at: it can make things more serious, not less.
 */
function counts(what: ScopeRule["what"], { class: kind, word }: Match): boolean {
  if (what === "server" && kind === "development") return false;
  return (what !== "path" && what !== "server" && what !== "host") || plainWord.test(word);
}

/** Of "/home/dev/shop/envs/prod" the end says most; that somebody is called dev says nothing. */
function wordInPath(path: string, config: RiskConfig): Match | undefined {
  const parts = path.split(/[\\/]+/);
  const near = scopeWordIn(parts.slice(-4).join("/"), config.scope?.words);
  return near?.class === "development" ? scopeWordIn(parts.at(-1) ?? "", config.scope?.words) : near;
}

const ownMachine =
  /^(kind|k3d)-|^(minikube|docker-desktop|docker-for-desktop|rancher-desktop|colima|orbstack|microk8s)$/;
const environmentLabel = /(^|[./])(environment|env|stage|deployment-environment)$/i;

function labelOf(
  labels: Readonly<Record<string, string>>,
  config: RiskConfig,
): { class: ScopeClass; text: string } | undefined {
  for (const [name, value] of Object.entries(labels).sort()) {
    const word = environmentLabel.test(name) ? scopeWordIn(value, config.scope?.words) : undefined;
    if (word) return { class: word.class, text: `${name}=${value}` };
  }
  return undefined;
}

function explicitScope(said: string, config: RiskConfig): Scope {
  const word = scopeWordIn(said, config.scope?.words);
  if (word) return { class: word.class, because: `the caller said "${said}"` };
  return { class: "unknown", because: `the caller said "${said}", which names no kind of place that is known here` };
}

/** "*" stands for any characters; the rest is meant as it is, in upper or lower case. */
function matches(pattern: string, name: string): boolean {
  const parts = pattern.toLowerCase().split("*");
  const text = name.toLowerCase();
  const [first = "", ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found === -1 || found + part.length > text.length - last.length) return false;
    at = found + part.length;
  }
  return true;
}

function silence(hints: ScopeHints): string {
  const seen = (Object.keys(kinds) as Named[]).flatMap((list) => hints[list].map((name) => `${kinds[list]} "${name}"`));
  if (seen.length === 0) return "nothing says where this is";
  const more = seen.length > 3 ? ` and ${seen.length - 3} more` : "";
  return `no word of ${seen.slice(0, 3).join(", ")}${more} says where this is`;
}
