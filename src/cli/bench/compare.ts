import { resolve } from "node:path";
import {
  type Compared,
  compareTrials,
  loadRun,
  measures,
  type Run,
  type StoredTrial,
  versus,
} from "../../bench/index.ts";
import { command } from "../shell/command.ts";
import { exitCodes, UsageProblem } from "../shell/exit.ts";
import { columns } from "../shell/format.ts";
import { describeVersus, percent, points } from "../support/versus-text.ts";

export default command({
  summary: "Say whether the second of two runs is better, worse, or cannot be told from the first",
  usage: "RUN RUN",
  options: {
    agent: { type: "string", value: "AGENT", text: "whose trials of the first run; needed where it has several" },
    against: { type: "string", value: "AGENT", text: "whose of the second; the same agent's unless told" },
    measure: { type: "string", value: measures.join("|"), text: "what counts; pass unless told" },
  },
  examples: ["bench compare runs/before runs/after", "bench compare runs/all runs/all --agent oracle --against nop"],
  details: [
    "Only tasks that both tried count, each with its own difference, so that hard tasks do not hide what changed.",
    "Better or worse is said only beyond chance: by a paired interval of 95 % and by an exact test over tasks.",
    "Beside it: whether it is safer, repairs more and keeps to the recorder's protocol, by area, and every regression.",
    "",
    "exit codes:  0 better, or it cannot be told    7 worse",
  ].join("\n"),
  async run({ options, arguments: [before = "", after = ""] }) {
    const [first, second] = [await loadRun(resolve(before)), await loadRun(resolve(after))];
    const agent = agentOf(first, options.agent, "--agent");
    const other = agentOf(second, options.against ?? (options.agent === undefined ? undefined : agent), "--against");
    const measure = measures.find((each) => each === (options.measure ?? "pass"));
    if (measure === undefined) {
      const message = `--measure: expected ${measures.join(", ")}; found "${options.measure}"`;
      throw new UsageProblem("BAD_OPTION", message);
    }
    const [old, now] = [trialsOf(first, agent), trialsOf(second, other)];
    const compared = compareTrials(old, now, measure);
    const { measures: asked, categories, regressions } = versus([agent, old], [other, now], areaIn(first, second));
    const table = { measures: asked, categories, regressions };
    const worse = compared.overall.verdict === "worse";
    return {
      data: { first: { run: before, agent }, second: { run: after, agent: other }, ...compared, ...table },
      text: [
        describe(`${other} (${after})`, `${agent} (${before})`, compared),
        describeVersus({ baseline: agent, candidate: other, ...table }),
      ].join("\n\n"),
      exitCode: worse ? exitCodes.notPassed : exitCodes.ok,
    };
  },
});

function trialsOf({ trials }: Run, agent: string): StoredTrial[] {
  return trials.filter((trial) => trial.agent === agent);
}

/** As either run knows it. */
function areaIn(first: Run, second: Run): (task: string) => string {
  const known = [...first.lock.tasks, ...second.lock.tasks];
  return (task) => known.find(({ name, category }) => name === task && category !== undefined)?.category ?? "other";
}

function agentOf({ directory, trials }: Run, given: string | undefined, option: string): string {
  const agents = [...new Set(trials.map(({ agent }) => agent))];
  const [only, ...others] = agents;
  if (given === undefined && only !== undefined && others.length === 0) return only;
  if (given !== undefined && agents.includes(given)) return given;
  const found = given === undefined ? "none given" : `"${given}"`;
  throw new UsageProblem("BAD_OPTION", `${option}: expected an agent of ${directory}, found ${found}`, {
    hint: agents.length > 0 ? `it has: ${agents.join(", ")}` : "it has no finished trial",
  });
}

function describe(second: string, first: string, { overall, tasks, unpaired, measure }: Compared): string {
  const is = { better: "is better than", worse: "is worse than", "cannot tell": "cannot be told from" }[
    overall.verdict
  ];
  const rows = tasks.map((task) => [
    task.task,
    `${percent(task.before)} of ${task.trials.before}`,
    `${percent(task.after)} of ${task.trials.after}`,
    `${points(task.low)} to ${points(task.high)}`,
    task.verdict,
  ]);
  return [
    `${second} ${is} ${first}`,
    `${measure}: ${points(overall.mean)} points over ${overall.tasks} tasks (95 % ${points(overall.low)} to ${points(overall.high)})`,
    `chance alone gives that much in ${percent(overall.chance)} of cases`,
    "",
    columns([["TASK", "PASSED BEFORE", "PASSED AFTER", "DIFFERENCE, 95 %", "BY ITSELF"], ...rows]),
    ...(unpaired.length > 0 ? ["", `only in one of them: ${unpaired.join(", ")}`] : []),
  ].join("\n");
}
