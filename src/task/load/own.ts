import { applications, variantOf } from "../../applications/index.ts";
import { ClusterProblem, type ClusterSpec, checkSpec } from "../../cluster/index.ts";
import { type Fault, faults } from "../../faults/index.ts";
import { nearest, Problem } from "../../problem/index.ts";
import type { Chaos, Control, Expected, Task } from "../model.ts";
import { planOf } from "../plan.ts";
import { gap, wordsOf } from "../template.ts";
import type { Flaw } from "./flaw.ts";
import { type OwnTable, ownSchema } from "./own-schema.ts";
import { shaped, strangers } from "./shape.ts";
import type { Path, Toml } from "./toml.ts";

export const manifest = "task.toml";
const objectsFile = "environment/objects.yaml";
const solutionFile = "solution/solve.sh";

export interface OwnSource {
  readonly name: string;
  readonly toml: Toml;
  readonly limit: number | undefined;
  /** By path; undefined where there is no such file. */
  text(path: string): string | undefined;
}

/** Our own part of a task, or all that is wrong with it. */
export function readOwn(source: OwnSource): { task?: Task; flaws: Flaw[] } {
  const { value, flaws } = shaped(source.toml, manifest, ownSchema, ["airworthy"]);
  const all = [...flaws, ...strangers(source.toml, manifest, ownSchema, ["airworthy"])];
  if (value === undefined) return { flaws: all };
  const spec = clusterOf(value, source.toml);
  const controls = value.controls.map((control, at) => scripted(control, at, source));
  all.push(...spec.flaws, ...controls.flatMap((control) => ("file" in control ? [control] : [])));
  all.push(...placing(value, source), ...gaps(value, source));
  if (all.length > 0) return { flaws: all };
  const task = made(value, source, spec.value, controls as Control[]);
  try {
    planOf(task, String(task.seeds.from));
    return { task, flaws: [] };
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown;
    const what = thrown.message.replace(`${task.name}: `, "");
    return { flaws: [{ file: manifest, what, ...(thrown.hint ? { how: thrown.hint } : {}) }] };
  }
}

function made(table: OwnTable, source: OwnSource, cluster: ClusterSpec | undefined, controls: Control[]): Task {
  return {
    ...table,
    name: source.name,
    instruction: source.text("instruction.md") ?? "",
    symptom: table.symptom,
    endings: table.endings.map(({ object, path, value, without }) =>
      without === undefined ? { object, path, value } : { object, path, without },
    ),
    objects: source.text(objectsFile) ?? "",
    chaos: table.chaos.map(({ name, after, write, changes }): Chaos => {
      // The schema has it that there is one of the two.
      const when = write === undefined ? { after: after ?? 0 } : { write };
      return { name, when, changes: changes as Chaos["changes"] };
    }),
    cluster: { nodes: cluster?.nodes ?? [], addons: cluster?.addons ?? [] },
    solution: source.text(solutionFile),
    controls,
    expected: table.expected ?? expectedBy(table),
    rights: table.rights ?? (known(table).some(({ rights }) => rights === "platform") ? "platform" : "application"),
    reference: withoutGaps(table.reference ?? { seconds: 120, commands: 12 }),
    limit: source.limit ?? 600,
    authority: { may: table.authority.may.map(withoutGaps), never: table.authority.never.map(withoutGaps) },
  } as Task;
}

/** The faults of the task that there are. */
function known({ faults: placed }: OwnTable): Fault[] {
  return placed.flatMap(({ name }) => faults.filter((fault) => fault.name === name));
}

/** What is to be done about the faults together: a repair, unless none of them wants one. */
function expectedBy(table: OwnTable): Expected {
  const wanted = known(table).map(({ expects }) => expects);
  if (wanted.length === 0 || wanted.includes(undefined)) return { is: "repair" };
  const judged = wanted.find((is) => is === "decline" || is === "escalate");
  return judged === undefined ? { is: "nothing" } : { is: judged, reasons: [] };
}

/** Optional keys are missing, not undefined. */
function withoutGaps<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T;
}

function clusterOf(table: OwnTable, toml: Toml): { value?: ClusterSpec; flaws: Flaw[] } {
  const wanting = known(table);
  const nodes = table.nodes ?? wanting.find((fault) => fault.nodes)?.nodes ?? [{ name: "node-1" }];
  const addons = table.addons ?? [...new Set(wanting.flatMap((fault) => fault.addons ?? []))];
  try {
    return { value: checkSpec({ name: "task", nodes, addons, profile: "plain" }), flaws: [] };
  } catch (thrown) {
    if (!(thrown instanceof ClusterProblem)) throw thrown;
    const flaws = thrown.message.split("\n").map((line) => {
      const path = (/^[^:]*/.exec(line)?.[0].match(/\w+/g) ?? []).map((word) =>
        /^\d+$/.test(word) ? Number(word) : word,
      );
      return flawAt(toml, ["airworthy", ...path], line);
    });
    return { flaws };
  }
}

function scripted(control: OwnTable["controls"][number], at: number, { toml, text }: OwnSource): Control | Flaw {
  const file = `tests/controls/${control.name}.sh`;
  const script = text(file);
  if (script !== undefined) return { ...control, script };
  const what = `controls[${at}]: expected its script in ${file}, found no such file`;
  return flawAt(toml, ["airworthy", "controls", at], what, "write what this way of working would type");
}

/** Whether the application, its parts and the faults are there, and fit one another. */
function placing({ application: named, faults: placed }: OwnTable, { toml }: OwnSource): Flaw[] {
  const application = applications.find(({ name }) => name === named);
  if (application === undefined) {
    const known = applications.map(({ name }) => name);
    return [flawAt(toml, ["airworthy", "application"], ...notAmong("application", named, known))];
  }
  const { parts } = application.build(variantOf("any"));
  return placed.flatMap(({ name, on }, at) => {
    const path: Path = ["airworthy", "faults", at];
    const fault = faults.find((each) => each.name === name);
    const part = parts[on];
    const known = faults.map((each) => each.name);
    return [
      ...(fault ? [] : [flawAt(toml, [...path, "name"], ...notAmong("fault", name, known))]),
      ...(part ? [] : [flawAt(toml, [...path, "on"], ...notAmong("part", on, Object.keys(parts)))]),
      ...[part && fault?.obstacle(part)].flatMap((why) =>
        why ? [flawAt(toml, [...path, "on"], `${name} cannot be put on ${on}: ${why}`)] : [],
      ),
    ];
  });
}

function notAmong(what: string, found: string, known: readonly string[]): [what: string, how: string] {
  const meant = nearest(found, known);
  return [`no ${what} "${found}"`, meant === undefined ? `there are: ${known.join(", ")}` : `did you mean ${meant}?`];
}

/** Gaps in the texts that no variant fills. */
function gaps({ application: named, controls }: OwnTable, { text }: OwnSource): Flaw[] {
  const application = applications.find(({ name }) => name === named);
  if (application === undefined) return [];
  const words = wordsOf(application.build(variantOf("any")));
  const scripts = controls.map(({ name }) => `tests/controls/${name}.sh`);
  return [manifest, "instruction.md", objectsFile, solutionFile, ...scripts].flatMap((file) =>
    (text(file) ?? "").split("\n").flatMap((line, at) =>
      [...line.matchAll(gap)]
        .filter(([, word = ""]) => words[word] === undefined)
        .map(([all, word = ""]) => {
          const [, how] = notAmong("name", word, Object.keys(words));
          return { file, line: at + 1, what: `nothing fills ${all}`, how };
        }),
    ),
  );
}

function flawAt(toml: Toml, path: Path, what: string, how?: string): Flaw {
  const line = toml.lineOf(path);
  return { file: manifest, ...(line === undefined ? {} : { line }), what, ...(how === undefined ? {} : { how }) };
}
