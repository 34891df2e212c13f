import { applications, type Blueprint, type Part, variantOf } from "../applications/index.ts";
import type { Authority } from "../audit/index.ts";
import type { Ending, Exception } from "../checks/index.ts";
import type { Capability } from "../cluster/index.ts";
import { type Fault, faults, type Injection, type Symptom } from "../faults/index.ts";
import { readManifests } from "../kubernetes/index.ts";
import { nearest } from "../problem/index.ts";
import { answering, footer } from "./answer.ts";
import { exceptionOf, harmful } from "./authority.ts";
import type { Chaos, Control, Expected, PlacedFault, Task } from "./model.ts";
import { TaskProblem } from "./problem.ts";
import { filled, wordsOf } from "./template.ts";

/** A task with the names and numbers of one seed. Making a plan touches nothing. */
export interface Plan {
  readonly task: Task;
  readonly seed: string;
  /** With the task's own objects among the application's. */
  readonly blueprint: Blueprint;
  readonly needs: readonly Capability[];
  readonly injections: readonly Injection[];
  readonly symptoms: readonly Symptom[];
  readonly instruction: string;
  readonly authority: Authority;
  readonly exceptions: readonly Exception[];
  readonly endings: readonly Ending[];
  readonly chaos: readonly Chaos[];
  /** What the oracle runs. */
  readonly solution: string;
  /** The traps of the faults, and the task's own ways of working. */
  readonly controls: readonly Control[];
}

export function planOf(task: Task, seed: string): Plan {
  const application = applications.find(({ name }) => name === task.application);
  if (application === undefined) throw unknown("application", task.application, applications, task);
  const bare = application.build(variantOf(`${task.name}/${seed}`));
  const words = wordsOf(bare);
  const fill = <T>(value: T, what: string) => filled(value, words, `${task.name}: its ${what}`);
  const own = readManifests(fill(task.objects, "objects.yaml"), `${task.name}: its objects.yaml`);
  const placed = task.faults.map((each) => placedIn(each, bare, task));
  const whole: Blueprint = { ...bare, objects: [...bare.objects, ...own] };
  const blueprint = placed.reduce((made, { fault, part }) => fault.prepare?.(made, part) ?? made, whole);
  const injections = placed.map(({ fault, part }) => fault.plan(blueprint, part));
  const authority = fill(task.authority, "authority");
  const may = [...injections.flatMap(({ allow }) => allow), ...authority.may];
  return {
    task: { ...task, expected: expectedOf(task, injections) },
    seed,
    blueprint,
    needs: [...new Set([...application.needs, ...task.needs, ...needsOf(task)])],
    injections,
    symptoms: task.symptom ? [fill(task.symptom, "symptom")] : injections.map(({ symptom }) => symptom),
    instruction: `${fill(task.instruction, "instruction").trimEnd()}\n${footer}`,
    authority: { never: [...injections.flatMap(({ never = [] }) => never), ...authority.never], may, harmful },
    exceptions: may.map(exceptionOf),
    endings: [...injections.flatMap(({ endings = [] }) => endings), ...fill(task.endings, "endings")],
    chaos: fill(task.chaos, "chaos"),
    solution: task.solution === undefined ? usualSolution(task, placed, injections) : fill(task.solution, "solution"),
    controls: [...trapsOf(task, injections), ...fill(task.controls, "controls")],
  };
}

/** What follows from the rest of the task. */
function needsOf({ cluster: { nodes, addons }, rights }: Task): Capability[] {
  return [
    ...(nodes.length > 1 ? (["nodes"] as const) : []),
    ...(rights === "platform" ? (["cluster-scope"] as const) : []),
    ...addons.map((addon) => (addon === "ingress" ? "ingress" : "metrics")),
  ];
}

interface Placed {
  readonly fault: Fault;
  readonly part: Part;
}

function placedIn({ name, on }: PlacedFault, blueprint: Blueprint, task: Task): Placed {
  const fault = faults.find((each) => each.name === name);
  if (fault === undefined) throw unknown("fault", name, faults, task);
  const part = blueprint.parts[on];
  const roles = Object.values(blueprint.parts).map(({ role }) => ({ name: role }));
  if (part === undefined) throw unknown("part", on, roles, task);
  const obstacle = fault.obstacle(part);
  if (obstacle) throw new TaskProblem("BAD_TASK", `${task.name}: ${name} cannot be put on ${on}: ${obstacle}`);
  return { fault, part };
}

/** Beside faults to repair there may be some that nobody needs to do anything about. */
function usualSolution({ name, expected }: Task, placed: readonly Placed[], injections: readonly Injection[]): string {
  const fitting = injections.filter((_, at) => (placed[at]?.fault.expects ?? "repair") === expected.is);
  if (fitting.length > 0 || expected.is === "repair") return fitting.map(({ repair }) => repair).join("");
  if (expected.is === "nothing") return answering("nothing-wrong", "everything that its users do works");
  const what = `${name}: expected solution/solve.sh, as nothing else says how to ${expected.is} it`;
  throw new TaskProblem("BAD_TASK", what);
}

/** What the faults know of good reasons counts as well. */
function expectedOf({ expected }: Task, injections: readonly Injection[]): Expected {
  if (expected.is === "repair" || expected.is === "nothing") return expected;
  return { ...expected, reasons: [...expected.reasons, ...injections.flatMap(({ reasons = [] }) => reasons)] };
}

/** Traps of several faults may have the same name; those of one never do. */
function trapsOf({ faults: placed }: Task, injections: readonly Injection[]): Control[] {
  return injections.flatMap(({ traps }, at) =>
    traps.map((trap) => (injections.length === 1 ? trap : { ...trap, name: `${placed[at]?.on}-${trap.name}` })),
  );
}

function unknown(what: string, found: string, known: readonly { name: string }[], { name }: Task): TaskProblem {
  const names = known.map((each) => each.name);
  const meant = nearest(found, names);
  const hint = meant === undefined ? `there are: ${names.join(", ")}` : `did you mean ${meant}?`;
  return new TaskProblem("BAD_TASK", `${name}: no ${what} "${found}"`, { hint });
}
