import { harborPlan, type LoadedTask, loadTask, planOf, seedsOf } from "../../task/index.ts";
import { command, type Outcome } from "../shell/command.ts";
import { columns } from "../shell/format.ts";
import { placeOf } from "../support/bench-tasks.ts";

export default command({
  summary: "Show a task as an agent gets it, or with --answer all that the agent does not get to see",
  usage: "TASK",
  options: {
    seed: { type: "string", value: "SEED", text: "the variant; the first that the task names if not said" },
    answer: { type: "boolean", text: "also the cause, the solution, and the ways of working whose verdict is known" },
  },
  examples: ["bench show empty-shelves", "bench show ./my-task --seed 2 --answer"],
  async run({ options, arguments: [path = ""] }) {
    const task = await loadTask(await placeOf(path));
    return task.own ? ours(task, options.seed, options.answer) : theirs(task);
  },
});

function ours({ own, name, digest, config }: LoadedTask, given: string | undefined, answer: boolean): Outcome {
  if (own === undefined) return {};
  const seed = given ?? seedsOf(own)[0] ?? "1";
  const { instruction, injections, solution, controls, needs, task } = planOf(own, seed);
  const { difficulty, category } = config.metadata;
  const facts = { name, seed, digest, difficulty, category, application: own.application, limit: own.limit, needs };
  const head = `${name}, seed ${seed}: ${difficulty}, ${category}, ${own.limit} s, ${own.cluster.nodes.length} nodes\n`;
  if (!answer) return { data: { ...facts, instruction }, text: `${head}\n${instruction}` };
  const causes = injections.flatMap(({ cause }) => cause);
  const rows = controls.map(({ name, verdict, because }) => [name, verdict, because]);
  const text = [
    head,
    instruction,
    `expected: ${task.expected.is}`,
    ...causes.map(({ kind, namespace, name }) => `cause: ${kind} ${namespace}/${name}`),
    `\nsolution:\n${solution}`,
    columns([["CONTROL", "VERDICT", "BECAUSE"], ...rows]),
  ];
  const data = { ...facts, instruction, expected: task.expected, causes, solution, controls };
  return { data, text: text.join("\n") };
}

function theirs(task: LoadedTask): Outcome {
  const { plan, refusals } = harborPlan(task, process.env);
  const told = task.steps.map(({ name, instruction }) => (name ? `step ${name}:\n${instruction}` : instruction));
  const runs = plan
    ? `runs here, on ${plan.cluster.nodes.map(({ name }) => name).join(", ")}`
    : `cannot be run here:\n${(refusals ?? []).map(({ file, line, what }) => `  ${file}${line ? `:${line}` : ""}: ${what}`).join("\n")}`;
  const data = { name: task.name, digest: task.digest, steps: task.steps, refusals: refusals ?? [] };
  return { data, text: [`${task.name}: ${runs}`, ...told].join("\n\n") };
}
