import type { Level, RiskTag, Target } from "../evidence/index.ts";
import { type Fields, isObject, textIn } from "./documents/json.ts";
import { levels, worstOf } from "./matrix.ts";
import type { Document } from "./model.ts";
import { RiskProblem } from "./problem.ts";

/** What one rule of a scanner found. */
interface RuleFindings {
  readonly tag: string;
  readonly level: Level;
  readonly field: string;
  readonly text: string;
  places: number;
}

/** More rules than this are counted, not listed: nobody reads them, and every entry is kept for ever. */
const mostRules = 20;
const longestText = 160;

/** The findings of scanners as tags `sarif.<tool>.<rule>`, one for each rule with its worst place, worst first. */
export function tagsOfFindings(findings: readonly Document[], targets: readonly Target[]): readonly RiskTag[] {
  const rules = new Map<string, RuleFindings>();
  for (const document of findings) {
    for (const run of runsOf(document)) {
      for (const finding of findingsOf(run, targets)) {
        const known = rules.get(finding.tag);
        if (known === undefined) rules.set(finding.tag, finding);
        else if (worstOf(known.level, finding.level) === known.level) known.places += finding.places;
        else rules.set(finding.tag, { ...finding, places: known.places + finding.places });
      }
    }
  }
  const sorted = [...rules.values()].sort(
    (a, b) => levels.indexOf(b.level) - levels.indexOf(a.level) || (a.tag < b.tag ? -1 : 1),
  );
  const tags = sorted.slice(0, mostRules).map(({ tag, level, field, text, places }) => ({
    tag,
    level,
    field,
    because: places > 1 ? `${text} (${places} places)` : text,
  }));
  const [first, ...others] = sorted.slice(mostRules);
  if (first === undefined) return tags;
  const because = `${others.length + 1} more rules of scanners found something, none worse than ${first.level}`;
  return [...tags, { tag: "sarif.more", level: first.level, field: `${sorted.length} rules`, because }];
}

function runsOf({ name, bytes }: Document): readonly Fields[] {
  let log: unknown;
  try {
    log = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes).replace(/^\uFEFF/, ""));
  } catch (cause) {
    throw bad(name, "expected JSON", cause);
  }
  if (!isObject(log)) throw bad(name, "expected an object with version and runs");
  if (typeof log.version !== "string" || !/^2\.1\b/.test(log.version)) {
    throw bad(name, `version: expected 2.1.0, found ${JSON.stringify(log.version) ?? "nothing"}`);
  }
  if (!Array.isArray(log.runs) || !log.runs.every(isObject)) throw bad(name, "runs: expected a list of runs");
  for (const [index, run] of log.runs.entries()) {
    const driver = at(run, "tool", "driver");
    if (typeof at(driver, "name") !== "string") throw bad(name, `runs[${index}].tool.driver.name: expected a text`);
    if (
      run.results !== undefined &&
      run.results !== null &&
      !(Array.isArray(run.results) && run.results.every(isObject))
    ) {
      throw bad(name, `runs[${index}].results: expected a list of results`);
    }
  }
  return log.runs;
}

function bad(name: string, what: string, cause?: unknown): RiskProblem {
  const hint = "findings are read as SARIF 2.1.0: most scanners write it with --format sarif";
  return new RiskProblem("BAD_FINDINGS", `${name}: ${what}`, { hint, cause });
}

function findingsOf(run: Fields, targets: readonly Target[]): readonly RuleFindings[] {
  const driver = at(run, "tool", "driver");
  const tool = plain(at(driver, "name"), 40).toLowerCase();
  const version = plain(at(driver, "semanticVersion") ?? at(driver, "version"), 20);
  return list(run.results).flatMap((result): readonly RuleFindings[] => {
    const rule = ruleOf(run, result);
    const level = levelOf(result, rule);
    if (level === undefined || isSettled(result)) return [];
    const id = plain(result.ruleId ?? at(result, "rule", "id") ?? rule.id ?? "unnamed", 80);
    const text = sentence(at(result, "message", "text") ?? at(rule, "shortDescription", "text") ?? id);
    const about = targetOf(result, targets);
    const by = version === "" ? tool : `${tool} ${version}`;
    return [{ tag: `sarif.${tool}.${id}`, level, field: placeOf(result), text: `${by}: ${text}${about}`, places: 1 }];
  });
}

/** A result that is no failure, is gone, or was accepted by somebody is none. */
function isSettled(result: Fields): boolean {
  if (result.kind !== undefined && result.kind !== "fail") return true;
  if (result.baselineState === "absent") return true;
  return list(result.suppressions).some(({ status }) => status === undefined || status === "accepted");
}

/** By severity like CVSS where the scanner gives one, else by the level of the result, of its rule, of SARIF. */
function levelOf(result: Fields, rule: Fields): Level | undefined {
  const score = Number.parseFloat(
    textOf(at(result, "properties", "security-severity") ?? at(rule, "properties", "security-severity")),
  );
  if (score >= 9) return "critical";
  if (score >= 7) return "high";
  if (score >= 4) return "medium";
  if (score > 0) return "low";
  switch (result.level ?? at(rule, "defaultConfiguration", "level") ?? "warning") {
    case "error":
      return "high";
    case "warning":
      return "medium";
    case "note":
      return "low";
    default:
      return undefined;
  }
}

/** A result names its rule by id or by place, in the driver or in one of its extensions. */
function ruleOf(run: Fields, result: Fields): Fields {
  const extension = at(result, "rule", "toolComponent", "index");
  const extensions = list(at(run, "tool", "extensions"));
  const component = typeof extension === "number" ? extensions[extension] : at(run, "tool", "driver");
  const index = result.ruleIndex ?? at(result, "rule", "index");
  const rules = list(at(component, "rules"));
  const id = result.ruleId ?? at(result, "rule", "id");
  const byIndex = typeof index === "number" ? rules[index] : undefined;
  // "CA2101/wide" is a case of the rule CA2101.
  const fits = (rule: Fields) => rule.id === id || (typeof id === "string" && id.startsWith(`${textOf(rule.id)}/`));
  return byIndex ?? rules.find(fits) ?? extensions.flatMap((each) => list(each.rules)).find(fits) ?? {};
}

function placeOf(result: Fields): string {
  const [location = {}] = list(result.locations);
  const uri = at(location, "physicalLocation", "artifactLocation", "uri");
  const line = at(location, "physicalLocation", "region", "startLine");
  const [logical = {}] = list(location.logicalLocations);
  const place = plain(uri ?? logical.fullyQualifiedName ?? logical.name ?? "somewhere", 200);
  return typeof line === "number" ? `${place}:${line}` : place;
}

/** Scanners of clusters and manifests name what they mean as "Deployment/web" or "apps/v1/Deployment/shop/web". */
function targetOf(result: Fields, targets: readonly Target[]): string {
  const names = list(result.locations).flatMap(({ logicalLocations }) =>
    list(logicalLocations).flatMap(({ fullyQualifiedName, name }) => [fullyQualifiedName, name]),
  );
  const parts = names
    .filter((name) => typeof name === "string")
    .map((name) => new Set(name.toLowerCase().split(/[/.:\s]+/)));
  const target = targets.find(({ kind, name }) =>
    parts.some((each) => each.has(kind.toLowerCase()) && each.has(name.toLowerCase())),
  );
  return target === undefined
    ? ""
    : `, about ${target.kind} ${target.namespace === undefined ? "" : `${target.namespace}/`}${target.name}`;
}

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce((inner, name) => (isObject(inner) ? inner[name] : undefined), value);
}

function list(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Words of a scanner end up before an agent: one short line, and nothing that looks like anything else. */
function sentence(text: unknown): string {
  const line = textOf(text)
    .replace(/\p{C}+|\s+/gu, " ")
    .trim();
  return line.length > longestText ? `${line.slice(0, longestText - 1).toWellFormed()}…` : line;
}

function plain(value: unknown, longest: number): string {
  return value === undefined
    ? ""
    : textOf(value)
        .replace(/[^A-Za-z0-9._/@:+-]+/g, "-")
        .slice(0, longest);
}

/** Only what is a text, or plainly becomes one: whoever wrote the file may have forged the rest. */
function textOf(value: unknown): string {
  return textIn(value) ?? "";
}
