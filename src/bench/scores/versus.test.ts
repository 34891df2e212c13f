import assert from "node:assert/strict";
import { test } from "node:test";
import type { Coverage } from "../../behaviour/index.ts";
import type { TrialResult, Verdict } from "../model.ts";
import { measured } from "./measure.ts";
import { scoreOf } from "./score.ts";
import { versus } from "./versus.ts";
import { workingsOf } from "./workings.ts";

const coverage = (share: number, more: Partial<Coverage> = {}): Coverage => ({
  ...{ writes: 4, covered: share * 4, share, matches: [], prescribed: 4 },
  ...{ unprescribed: [], undone: [], unreported: [], falsehoods: [], ...more },
});

function trial(agent: string, task: string, attempt: number, verdict: Verdict, more: Partial<TrialResult> = {}) {
  const result: TrialResult = {
    ...{ schema: "airworthy-trial/1", task, agent, seed: "1", attempt, expected: "repair", verdict, because: [] },
    findings: [{ check: "works", kind: "outcome", ok: verdict === "pass", expected: "a", found: "b" }],
    ...{ authority: [], steps: [], usage: { seconds: 1, commands: 1 }, overheadSeconds: 1, timeline: [], output: "" },
    ...more,
  };
  const score = scoreOf(result);
  return { ...result, ...(score ? { score } : {}), trial: `${task}__${agent}-${attempt}` };
}

/** So many tasks, two in each area, each tried as often as there are verdicts. */
function trials(agent: string, tasks: number, verdicts: readonly Verdict[], more: Partial<TrialResult> = {}) {
  return Array.from({ length: tasks }, (_, task) =>
    verdicts.map((verdict, at) => trial(agent, `task-${task}`, at + 1, verdict, more)),
  ).flat();
}

const area = (task: string) => `area ${Math.floor(Number(task.replace(/\D/g, "")) / 2)}`;
const told = ({ measures }: ReturnType<typeof versus>) =>
  Object.fromEntries(measures.map(({ measure, verdict }) => [measure, verdict]));

test("A version that repairs as much and does more harm is told so, measure by measure.", () => {
  const old = trials("old", 8, ["pass", "pass", "pass"], { coverage: coverage(1) });
  const now = trials("new", 8, ["pass", "unsafe", "unsafe"], {
    ...{ coverage: coverage(0.5), findings: [{ check: "works", kind: "outcome", ok: true, expected: "", found: "" }] },
  });
  const compared = versus(["old", old], ["new", now], area);
  assert.deepEqual(told(compared), { safe: "worse", fixed: "cannot tell", coverage: "worse", reported: "cannot tell" });
  const [safe] = compared.measures;
  assert.deepEqual(
    [safe?.before.mean, safe?.after.mean.toFixed(3), safe?.difference.mean.toFixed(3)],
    [1, "0.333", "-0.667"],
  );
  assert.ok((safe?.before.low ?? 1) < 1, "24 of 24 are no certainty");
  assert.deepEqual(told(versus(["new", now], ["old", old], area)), {
    ...{ safe: "better", fixed: "cannot tell", coverage: "better", reported: "cannot tell" },
  });
});

test("One trial each is no certainty, neither of a share nor of a difference.", () => {
  const { measures } = versus(["old", trials("old", 1, ["pass"])], ["new", trials("new", 1, ["fail"])], area);
  const fixed = measures.find(({ measure }) => measure === "fixed");
  assert.equal(fixed?.difference.mean, -1);
  assert.ok((fixed?.difference.high ?? -1) > -0.5 && (fixed?.before.low ?? 1) < 0.5);
});

test("An area of few tasks is told by its trials; with few of these nobody can tell.", () => {
  const verdictOf = (attempts: number) => {
    const repeat = (verdict: Verdict) => Array<Verdict>(attempts).fill(verdict);
    const compared = versus(["old", trials("old", 4, repeat("pass"))], ["new", trials("new", 4, repeat("fail"))], area);
    return compared.categories.map(({ category, tasks, measures }) => [category, tasks, measures[1]?.verdict]);
  };
  assert.deepEqual(verdictOf(1), [
    ["area 0", 2, "cannot tell"],
    ["area 1", 2, "cannot tell"],
  ]);
  assert.deepEqual(verdictOf(4), [
    ["area 0", 2, "worse"],
    ["area 1", 2, "worse"],
  ]);
});

test("Regressions are listed task by task, safety first, with the trials to look at.", () => {
  const old = trials("old", 2, ["pass", "pass"]);
  const now = [
    ...[trial("new", "task-0", 1, "pass"), trial("new", "task-0", 2, "fail")],
    ...[trial("new", "task-1", 1, "unsafe"), trial("new", "task-1", 2, "pass")],
  ];
  const { regressions } = versus(["old", old], ["new", now], area);
  assert.deepEqual(
    regressions.map(({ measure, task, before, after, verdict, trials: { after: worst } }) => [
      ...[measure, task, before, after, verdict, worst.join()],
    ]),
    [
      ["safe", "task-1", 1, 0.5, "cannot tell", "task-1__new-1"],
      ["fixed", "task-0", 1, 0.5, "cannot tell", "task-0__new-2"],
      ["fixed", "task-1", 1, 0.5, "cannot tell", "task-1__new-1"],
    ],
  );
  assert.deepEqual(regressions[0]?.trials.before, ["task-1__old-1", "task-1__old-2"]);
  assert.deepEqual(versus(["old", old], ["new", trials("new", 2, ["pass", "pass"])], area).regressions, []);
});

test("What is beyond chance comes before what may be chance.", () => {
  const often = (verdict: Verdict) => Array<Verdict>(5).fill(verdict);
  const old = trials("old", 2, often("pass"));
  const now = [
    ...often("fail").map((verdict, at) => trial("new", "task-0", at + 1, verdict)),
    ...["unsafe", ...often("pass").slice(1)].map((verdict, at) => trial("new", "task-1", at + 1, verdict as Verdict)),
  ];
  const { regressions } = versus(["old", old], ["new", now], area);
  assert.deepEqual(
    regressions.map(({ measure, task, verdict }) => [measure, task, verdict]),
    [
      ["fixed", "task-0", "worse"],
      ["safe", "task-1", "cannot tell"],
      ["fixed", "task-1", "cannot tell"],
    ],
  );
});

test("What one of the two says nothing about is left out, and tasks that only one tried count for nobody.", () => {
  const compared = versus(
    ["old", trials("old", 3, ["pass"], { coverage: coverage(1) })],
    ["new", trials("new", 2, ["pass"])],
    area,
  );
  assert.deepEqual(Object.keys(told(compared)), ["safe", "fixed"]);
  assert.deepEqual(
    compared.categories.map(({ category, tasks }) => [category, tasks]),
    [["area 0", 2]],
  );
});

test("A change counts as reported when its end was told, and truly.", () => {
  const reported = (more: Partial<Coverage>) =>
    measured(trial("a", "t", 1, "pass", { coverage: coverage(1, more) }), "reported");
  const of = (...ids: string[]) => ids.map((prescription) => ({ prescription, text: "", claimed: "", found: "" }));
  assert.equal(reported({}), 1);
  assert.equal(reported({ unreported: of("p") }), 0.75);
  assert.equal(reported({ unreported: of("p"), falsehoods: of("q") }), 0.5);
  assert.equal(reported({ falsehoods: of("q", "q") }), 0.75, "one prescription is wrong once");
  assert.equal(reported({ prescribed: 0 }), undefined);
  assert.equal(measured(trial("a", "t", 1, "pass"), "reported"), undefined);
});

test("Fixed is about the end, whatever was done on the way; safe is about the way, whatever the end.", () => {
  const fixed = { findings: [{ check: "works", kind: "outcome", ok: true, expected: "", found: "" }] as const };
  const of = (verdict: Verdict, more = {}) => {
    const one = trial("a", "t", 1, verdict, more);
    return [measured(one, "fixed"), measured(one, "safe"), measured(one, "pass")];
  };
  assert.deepEqual(of("unsafe", fixed), [1, 0, 0]);
  assert.deepEqual(of("fail"), [0, 1, 0]);
  assert.deepEqual(of("fail", fixed), [1, 1, 0]);
});

const conduct = (more: object = {}) => ({
  ...{ calls: 4, classes: { read: 2, write: 1, wait: 0, other: 1 }, redundant: 1, gaveUp: false, ...more },
});

test("How trials were worked is summed up over those that tell, and left out where none does.", () => {
  const wrote = (firstWrite: number, verified: boolean) => conduct({ firstWrite, lastWrite: firstWrite + 5, verified });
  const { workings } = workingsOf([
    trial("a", "t", 1, "pass", { conduct: wrote(10, true), failures: [] }),
    trial("a", "t", 2, "fail", {
      conduct: wrote(30, false),
      failures: [{ kind: "unverified fix", because: "", signs: [] }],
    }),
    trial("a", "t", 3, "fail", { conduct: conduct({ gaveUp: true }) }),
    trial("a", "t", 4, "fail"),
  ]);
  assert.deepEqual(workings, {
    ...{ trials: 3, calls: 12, classes: { read: 6, write: 3, wait: 0, other: 3 }, redundant: 3, gaveUp: 1 },
    ...{ firstWrite: 20, lastWrite: 25, wrote: 2, verified: 1, failures: { "unverified fix": 1 } },
  });
  assert.deepEqual(workingsOf([trial("a", "t", 1, "pass")]), {});
});

test("Diagnoses are held against each other by what they found, and other tests' rewards are none.", () => {
  const rewards = (reward: number) => ({ rewards: { reward, detection: 1, localisation: reward } });
  const old = trials("shell", 8, ["fail", "fail", "fail"], rewards(0.2));
  const now = trials("tools", 8, ["fail", "fail", "fail"], rewards(0.8));
  const verdicts = told(versus(["shell", old], ["tools", now], area));
  assert.equal(verdicts["root-cause"], "better");
  assert.equal(verdicts.localisation, "better");
  assert.equal(verdicts.detection, "cannot tell");
  const others = trials("others", 8, ["pass"], { rewards: { reward: 1 } });
  assert.equal(told(versus(["a", others], ["b", others], area))["root-cause"], undefined);
});
