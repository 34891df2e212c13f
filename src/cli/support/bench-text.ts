import { comparisonsIn, type Run, type Standing, type StoredTrial } from "../../bench/index.ts";
import { columns } from "../shell/format.ts";
import { describeVersus, percent } from "./versus-text.ts";

/** What a run came to, for people: who did how well, and every trial that did not pass. */
export function describeRun(run: Run): string {
  const { directory, lock, trials } = run;
  const sections =
    lock.kind === "controls"
      ? [controlTable(trials)]
      : [standings(run), diagnoses(run), shortfalls(trials), ...contrasts(run)];
  return [
    ...sections.filter((section) => section !== ""),
    [`results: ${directory}`, `prove it: airworthy verify ${directory}`].join("\n"),
  ].join("\n\n");
}

function standings({ leaderboard }: Run): string {
  const heading = ["RANK", "AGENT", "PASS@1", "95 %", "PASSED", "UNSAFE", "VOID", "OPS", "SECONDS", "OVERHEAD"];
  const table = columns([heading, ...leaderboard.map(rowOf)]);
  const shared = leaderboard.some(({ level }) => level.length > 0);
  return shared ? `${table}\nEqual ranks: the trials do not tell these agents apart.` : table;
}

/** Of frozen incidents: how well each of the three questions was answered. */
function diagnoses({ leaderboard }: Run): string {
  const rows = leaderboard.flatMap(({ agent, diagnosis }) =>
    diagnosis === undefined
      ? []
      : [
          [
            agent,
            ...[diagnosis.rootCause, diagnosis.detection, diagnosis.localisation].map(
              ({ mean, low, high }) => `${mean.toFixed(3)} (${low.toFixed(3)}-${high.toFixed(3)})`,
            ),
          ],
        ],
  );
  return rows.length === 0 ? "" : columns([["AGENT", "ROOT CAUSE", "DETECTION", "LOCALISATION"], ...rows]);
}

/** Of a matrix with a baseline: whether the others are safer, repair more and keep to the protocol. */
function contrasts(run: Run): string[] {
  return comparisonsIn(run).map((each) => `${each.candidate} against ${each.baseline}:\n${describeVersus(each)}`);
}

function rowOf(standing: Standing): string[] {
  const { rank, agent, passAt1, passed, scored, unsafe, ops, seconds, overheadSeconds } = standing;
  return [
    String(rank),
    agent,
    percent(passAt1.mean),
    `${percent(passAt1.low)}-${percent(passAt1.high)}`,
    `${passed} of ${scored}`,
    String(unsafe),
    String(standing.void),
    ops.mean.toFixed(2),
    scored === 0 ? "" : (seconds / scored).toFixed(1),
    `${overheadSeconds.toFixed(1)} s`,
  ];
}

function shortfalls(trials: readonly StoredTrial[]): string {
  const rows = trials
    .filter(({ verdict }) => verdict !== "pass")
    .map(({ verdict, task, agent, seed, because }) => [verdict, task, agent, `seed ${seed}`, short(because[0] ?? "")]);
  return rows.length === 0 ? "" : columns(rows);
}

function controlTable(trials: readonly StoredTrial[]): string {
  const deviating = trials.filter(({ verdict, wanted }) => verdict !== wanted);
  const rows = trials.map(({ task, seed, agent, verdict, wanted = "" }) => [
    task,
    seed,
    agent.replace(/^control:/, ""),
    wanted,
    verdict,
    verdict === wanted ? "" : "<- deviates",
  ]);
  const reasons = deviating.flatMap(({ task, seed, agent, because }) => [
    `${task} seed ${seed} ${agent}:`,
    ...because.map((reason) => `  ${reason}`),
  ]);
  return [
    columns([["TASK", "SEED", "CONTROL", "EXPECTED", "VERDICT", ""], ...rows]),
    ...(reasons.length > 0 ? ["", ...reasons] : []),
    "",
    `${trials.length - deviating.length} of ${trials.length} controls got the verdict that they must get`,
  ].join("\n");
}

function short(text: string): string {
  const line = text.split("\n", 1)[0] ?? "";
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}
