import { createHash } from "node:crypto";
import { canonical, type RiskTag, type Target } from "../evidence/index.ts";
import type { RiskConfig } from "./config.ts";
import { detectorsOfLooks } from "./detectors/of-looks.ts";
import { levels, matrix, worstOf } from "./matrix.ts";
import type { Assessment, Detector, Finding, Materials, Operation } from "./model.ts";
import { mayChange } from "./operation-class.ts";
import { tagsOfFindings } from "./sarif.ts";
import { scopeOf } from "./scope.ts";
import { unpack } from "./sight.ts";
import { understand } from "./understand.ts";
import { show } from "./words.ts";

/** Changes whenever the same materials may come to another answer. */
const rules = "airworthy/risk/1";
const mostTargets = 1_000;
/** Of a danger that is in more places than this, the number is enough. */
const mostPlaces = 5;
const mostAdvice = 6;

/** What a proposal touches and how bad it could be. Pure: the same materials and configuration give the same answer. */
export async function assess(materials: Materials, config: RiskConfig = {}): Promise<Assessment> {
  const operation = await understand(materials);
  const { class: kind, unknown } = operation;
  const targets = wellFormed(operation.targets);
  const scope = scopeOf(operation.scopeHints, targets, config);
  const detectors = await detectorsFor(operation);
  const found = detectors.flatMap((detector) => tagsOf(detector, detector.detect(operation), config));
  const scanned = tagsOfFindings(materials.findings.map(unpack), targets).map((tag) => adjusted(tag, config));
  const tags = [...found, ...scanned].sort(worstFirst);
  const level = worstOf(
    matrix[kind][scope.class],
    unknown.length > 0 ? "medium" : "low",
    ...tags.map((tag) => tag.level),
  );
  const { tool, operation: verb } = wellFormed({ tool: show(operation.tool), operation: show(operation.operation) });
  return {
    tool,
    operation: verb,
    class: kind,
    targets: targets.slice(0, mostTargets),
    targetCount: targets.length,
    scope: wellFormed(scope),
    level,
    tags: wellFormed(tags),
    unknown: wellFormed(unknown),
    advice: adviceFor(detectors, tags, level, operation, config),
    rules: rulesWith(config),
    intentDigest: digestOf({ tool, operation: verb, class: kind, targets: inOrder(targets), scope: scope.class }),
  };
}

/** What only looks or plans changes nothing, however dangerous the things are that it looks at. */
async function detectorsFor({ class: kind }: Operation): Promise<readonly Detector[]> {
  // Some eighty files: not before they are needed.
  return mayChange(kind) ? (await import("./detectors/index.ts")).detectors : detectorsOfLooks;
}

function tagsOf({ tag, level }: Detector, findings: readonly Finding[], config: RiskConfig): readonly RiskTag[] {
  const all = findings.map((finding) => adjusted({ tag, level, ...finding }, config)).sort(worstFirst);
  const [last] = all.slice(mostPlaces);
  if (last === undefined) return all;
  const more = all.length - mostPlaces;
  const rest = { tag, level: last.level, field: `${more} more places`, because: `the same in ${more} more places` };
  return [...all.slice(0, mostPlaces), rest];
}

/** A project may judge otherwise; that it did is part of the answer. */
function adjusted(tag: RiskTag, { detectors: settings, source = "the configuration" }: RiskConfig): RiskTag {
  const setting = settings?.[tag.tag];
  if (setting === undefined) return tag;
  const level = setting.level === "off" ? "low" : setting.level;
  const how = setting.level === "off" ? "switched off" : `set to ${level}`;
  return {
    ...tag,
    level,
    because: `${tag.because} (${how} in ${source}${setting.reason ? `: ${setting.reason}` : ""})`,
  };
}

function worstFirst(a: RiskTag, b: RiskTag): number {
  return levels.indexOf(b.level) - levels.indexOf(a.level);
}

/** How to see what would go. */
const looking: Readonly<Record<string, string>> = {
  kubectl: "Look first: the same words with get, or --dry-run=server.",
  oc: "Look first: the same words with get, or --dry-run=server.",
  helm: "Look first: helm get manifest.",
  terraform: "Look first: a plan says what would go.",
  tofu: "Look first: a plan says what would go.",
};

function adviceFor(
  detectors: readonly Detector[],
  tags: readonly RiskTag[],
  level: Assessment["level"],
  operation: Operation,
  config: RiskConfig,
): readonly string[] {
  const byTag = new Map(detectors.map(({ tag, advice }) => [tag, advice]));
  const advice = tags.flatMap(
    ({ tag }) => byTag.get(tag) ?? (tag.startsWith("sarif.") ? "Read what the scanner says about it." : []),
  );
  if (operation.unknown.length > 0)
    advice.push("Find out what could not be seen here, or make it visible (a file, a rendered manifest, a plan).");
  if (operation.class === "destroy")
    advice.push(looking[operation.tool] ?? "Look at what would go, and know how it would come back.");
  const { confirm } = config;
  const asks = confirm !== undefined && worstOf(level, confirm) === level;
  const first = asks ? [`Ask a person first: the project wants that from ${confirm} on.`] : [];
  return [...new Set([...first, ...advice])].slice(0, mostAdvice);
}

/** The same settings have the same digest, wherever their file lies. */
function rulesWith({ source, ...settings }: RiskConfig): string {
  return Object.keys(settings).length === 0 ? rules : `${rules}+${digestOf(settings).slice(0, 12)}`;
}

/** In an order of their own: the same intention may name its targets in any. */
function inOrder(targets: readonly Target[]): readonly Target[] {
  return targets
    .map((target) => ({ target, text: canonical(target) }))
    .sort((a, b) => (a.text < b.text ? -1 : 1))
    .map(({ target }) => target);
}

function digestOf(value: object): string {
  return createHash("sha256").update(canonical(value)).digest("hex");
}

/** Half a character in a name must not keep an intention from being recorded. */
function wellFormed<Value>(value: Value): Value {
  if (typeof value === "string") return value.toWellFormed() as Value;
  if (Array.isArray(value)) return value.map(wellFormed) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, wellFormed(inner)])) as Value;
}
