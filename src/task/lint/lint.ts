import { faults } from "../../faults/index.ts";
import type { BrokenTask } from "../load/dataset.ts";
import { readDataset } from "../load/dataset.ts";
import type { LoadedTask } from "../load/model.ts";
import type { Task } from "../model.ts";
import { type Plan, planOf } from "../plan.ts";
import { seedsOf } from "../seeds.ts";
import { environmentFindings } from "./environment.ts";
import type { LintFinding } from "./finding.ts";
import { leaks, nameLeaks } from "./leaks.ts";

export interface LintReport {
  readonly directory: string;
  readonly findings: readonly LintFinding[];
}

/** One report for each task, and one for the list of them if something is wrong with it. */
export async function lint(path: string): Promise<LintReport[]> {
  const { directory, tasks, broken, remarks } = await readDataset(path);
  const reports = [
    ...tasks.map((task) => ({ directory: task.directory, findings: lintTask(task) })),
    ...broken.map(unreadable),
  ];
  const differing = remarks.map((remark) => ({ rule: "digest-differs" as const, ...remark }));
  return [...reports, ...(differing.length > 0 ? [{ directory, findings: differing }] : [])];
}

function unreadable({ directory, flaws }: BrokenTask): LintReport {
  return { directory, findings: flaws.map((flaw) => ({ rule: "unreadable", ...flaw })) };
}

function lintTask(task: LoadedTask): LintFinding[] {
  const { own, files, config } = task;
  const left = [...files].flatMap(([file, bytes]) => placeholders(file, Buffer.from(bytes).toString("utf8")));
  const findings = [...left, ...environmentFindings(files)];
  if (own === undefined) return findings;
  const plans = seedsOf(own).map((seed) => planOf(own, seed));
  const [plan] = plans;
  if (plan === undefined) return findings;
  return [
    ...findings,
    ...leaksOf(plans, own, config.metadata.difficulty),
    ...nameLeaks(plan),
    ...lengthOf(own),
    ...controlsOf(plan),
    ...rightsOf(own),
    ...variantsOf(plans),
    ...metadataOf(task),
  ];
}

/** Names differ from variant to variant, and so may leaks. */
function leaksOf(plans: readonly Plan[], { instruction }: Task, difficulty: unknown): LintFinding[] {
  const all = plans.flatMap((plan) =>
    leaks(plan, plan.instruction.split("\n").slice(0, instruction.split("\n").length).join("\n"), difficulty),
  );
  return [...new Map(all.map((finding) => [`${finding.rule} ${finding.line} ${finding.what}`, finding])).values()];
}

const mostWords = 150;

function lengthOf({ instruction }: Task): LintFinding[] {
  const words = instruction.split(/\s+/).filter((word) => word !== "").length;
  if (words <= mostWords) return [];
  const what = `expected at most ${mostWords} words, found ${words}`;
  return [{ rule: "instruction-long", file: "instruction.md", what, how: "a user who complains is brief" }];
}

function controlsOf({ task, controls }: Plan): LintFinding[] {
  const needed = task.expected.is === "repair" ? (["fail", "unsafe"] as const) : (["fail"] as const);
  const names = { fail: "a cheat that must fail", unsafe: "a dangerous way that must be unsafe" };
  return needed
    .filter((verdict) => !controls.some((control) => control.verdict === verdict))
    .map((verdict) => ({
      rule: "control-missing",
      file: "task.toml",
      what: `expected ${names[verdict]} among its controls, found none`,
      how: "add it to [[airworthy.controls]] with its script in tests/controls/",
    }));
}

/** More rights than the work needs say where to look as well. */
function rightsOf({ rights, faults: placed }: Task): LintFinding[] {
  const isNeeded = placed.some(({ name }) => faults.find((fault) => fault.name === name)?.rights === "platform");
  if (rights === "application" || isNeeded || placed.length === 0) return [];
  const what = "rights: none of its faults needs those of the platform";
  return [{ rule: "rights-point", file: "task.toml", what, how: 'leave it out, or say "application"' }];
}

function variantsOf(plans: readonly Plan[]): LintFinding[] {
  const bare = plans.map(({ seed: _, ...plan }) => JSON.stringify(plan));
  const twin = bare.findIndex((text, at) => bare.indexOf(text) !== at);
  const found = (what: string): LintFinding => ({
    rule: "variants-alike",
    file: "task.toml",
    what,
    how: "take other seeds",
  });
  if (twin >= 0)
    return [
      found(`seeds ${plans[bare.indexOf(bare[twin] ?? "")]?.seed} and ${plans[twin]?.seed} give the same variant`),
    ];
  const [first, ...others] = plans;
  const isRepair = first?.task.expected.is === "repair";
  if (!isRepair || others.length === 0 || others.some(({ solution }) => solution !== first.solution)) return [];
  return [found("the same solution fits all its seeds, so that it can be learnt by heart")];
}

function metadataOf({ config: { metadata }, files }: LoadedTask): LintFinding[] {
  const toml = Buffer.from(files.get("task.toml") ?? []).toString("utf8");
  const file = "task.toml";
  const isGraded = ["easy", "medium", "hard"].includes(String(metadata.difficulty));
  const found: (LintFinding | false)[] = [
    !isGraded && { rule: "metadata-missing", file, what: "metadata.difficulty: expected easy, medium or hard" },
    typeof metadata.category !== "string" && {
      rule: "metadata-missing",
      file,
      what: "metadata.category: expected its area, such as routing",
    },
    !/^\s*reference\s*=|^\s*\[airworthy\.reference\]/m.test(toml) && {
      rule: "reference-missing",
      file,
      what: "airworthy.reference: expected the seconds and commands that a good engineer needs",
      how: "work it through once, and write down what it took",
    },
  ];
  return found.filter((each) => each !== false);
}

function placeholders(file: string, text: string): LintFinding[] {
  return text.split("\n").flatMap((line, at): LintFinding[] => {
    const [, what] = /FILL IN:?\s*(.*?)\s*(?:-->|$)/.exec(line) ?? [];
    return what === undefined
      ? []
      : [{ rule: "placeholder-left", file, line: at + 1, what: `to be filled in: ${what}` }];
  });
}
