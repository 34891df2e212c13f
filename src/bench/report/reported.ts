import type { Trajectory } from "../../agents/index.ts";
import { changedFields, type Judgement } from "../../audit/index.ts";
import type { Observations } from "../observe.ts";
import type { StoredTrial } from "../results/index.ts";
import { reportedCoverage } from "./covered.ts";
import { reportedEntries } from "./evidence.ts";
import type { ObjectChange, ReportedTrial, ReportedWrite } from "./model.ts";
import { readTrajectory } from "./trajectory.ts";

/** What is kept beside a result; a trial that was void early has none of it. */
export interface Kept {
  readonly seen: Pick<Observations, "before" | "after" | "entries"> | undefined;
  readonly trajectory: Trajectory | undefined;
}

/** A trial as the page shows it. */
export function reportedTrial(stored: StoredTrial, { seen, trajectory }: Kept): ReportedTrial {
  const { completion, accuracy, version, ...scores } = stored.score ?? {};
  const began = Date.parse(stored.steps.find(({ name }) => name === "act")?.began ?? "");
  const read = trajectory && readTrajectory(trajectory, began);
  const writes = stored.authority.map((judgement) => reportedWrite(judgement, began));
  const entries = reportedEntries(seen?.entries ?? [], began);
  const chaos = stored.timeline.filter(({ kind }) => kind === "chaos");
  return {
    name: stored.trial,
    task: stored.task,
    agent: stored.agent,
    seed: stored.seed,
    attempt: stored.attempt,
    digest: stored.digest,
    instruction: read?.instruction,
    expected: stored.expected,
    verdict: stored.verdict,
    wanted: stored.wanted,
    because: stored.because,
    answer: stored.answer,
    findings: stored.findings,
    writes,
    commands: read?.commands ?? [],
    entries,
    chaos: chaos.map(({ at, text, ok, detail }) => ({
      at,
      text: ok === false ? `${text}; could not be done: ${String(detail)}` : text,
    })),
    coverage: stored.coverage && reportedCoverage(stored.coverage, writes, entries),
    objects: seen === undefined ? [] : objectChanges(seen.before, seen.after),
    steps: stored.steps,
    usage: stored.usage,
    agentInfo: stored.agentInfo,
    refused: (stored.attempts ?? []).map(({ time, text }) => ({
      at: Math.max(0, (Date.parse(time) - began) / 1_000) || 0,
      text,
    })),
    conduct: stored.conduct,
    failures: stored.failures ?? [],
    overheadSeconds: stored.overheadSeconds,
    scores,
    rewards: stored.rewards ?? {},
    output: stored.output,
  };
}

function reportedWrite(judgement: Judgement, began: number): ReportedWrite {
  const at = (Date.parse(judgement.write.time) - began) / 1_000;
  return { at: Number.isNaN(at) ? undefined : Math.max(0, at), judgement };
}

function objectChanges(before: Observations["before"], after: Observations["after"]): ObjectChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().flatMap((object): ObjectChange[] => {
    const [was, is] = [before[object], after[object]];
    if (was === undefined) return [{ object, is: "made", fields: [] }];
    if (is === undefined) return [{ object, is: "deleted", fields: [] }];
    const fields = changedFields(was, is);
    if (was.metadata.uid !== is.metadata.uid) return [{ object, is: "made again", fields }];
    return fields.length > 0 ? [{ object, is: "changed", fields }] : [];
  });
}
