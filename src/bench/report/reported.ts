import { changedFields } from "../../audit/index.ts";
import type { KubeObject } from "../../kubernetes/index.ts";
import type { Happening } from "../model.ts";
import type { StoredTrial } from "../results/index.ts";
import type { ObjectChange, ReportedCommand, ReportedEntry, ReportedTrial, ReportedWrite } from "./model.ts";

export type Stock = Readonly<Record<string, KubeObject>>;

/** A trial as the page shows it. Details of what happened come from files that anybody may have written. */
export function reportedTrial(stored: StoredTrial, seen: { before: Stock; after: Stock } | undefined): ReportedTrial {
  const of = (kind: Happening["kind"]) => stored.timeline.filter((happening) => happening.kind === kind);
  const { completion, accuracy, version, ...scores } = stored.score ?? {};
  return {
    name: stored.trial,
    task: stored.task,
    agent: stored.agent,
    seed: stored.seed,
    attempt: stored.attempt,
    digest: stored.digest,
    expected: stored.expected,
    verdict: stored.verdict,
    wanted: stored.wanted,
    because: stored.because,
    answer: stored.answer,
    findings: stored.findings,
    writes: writesOf(stored, of("write")),
    commands: of("command").map(commandOf),
    entries: of("entry").map(entryOf),
    chaos: of("chaos").map(({ at, text }) => ({ at, text })),
    coverage: undefined,
    objects: seen === undefined ? [] : objectChanges(seen.before, seen.after),
    steps: stored.steps,
    usage: stored.usage,
    overheadSeconds: stored.overheadSeconds,
    scores,
    output: stored.output,
  };
}

/** The timeline has each write at its moment, the authority each with its judgement: both in the same order. */
function writesOf({ authority, steps }: StoredTrial, happened: readonly Happening[]): ReportedWrite[] {
  const began = Date.parse(steps.find(({ name }) => name === "act")?.began ?? "");
  return authority.map((judgement, index) => {
    const since = (Date.parse(judgement.write.time) - began) / 1_000;
    return { at: Number.isNaN(since) ? happened[index]?.at : since, judgement };
  });
}

function commandOf({ at, text, detail }: Happening): ReportedCommand {
  const { code, seconds, output } = (detail ?? {}) as Record<string, unknown>;
  return {
    at,
    text,
    code: typeof code === "number" ? code : undefined,
    seconds: typeof seconds === "number" ? seconds : undefined,
    output: typeof output === "string" ? output : "",
  };
}

function entryOf({ at, text, detail }: Happening): ReportedEntry {
  const { type, level, remarks } = (detail ?? {}) as Record<string, unknown>;
  return {
    at,
    text,
    type: String(type ?? "entry"),
    level: level === undefined ? undefined : String(level),
    remarks: Array.isArray(remarks) ? remarks.map(String) : [],
  };
}

export function objectChanges(before: Stock, after: Stock): ObjectChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().flatMap((object): ObjectChange[] => {
    const [was, is] = [before[object], after[object]];
    if (was === undefined) return [{ object, is: "made", fields: [] }];
    if (is === undefined) return [{ object, is: "deleted", fields: [] }];
    const fields = changedFields(was, is);
    if (was.metadata.uid !== is.metadata.uid) return [{ object, is: "made again", fields }];
    return fields.length > 0 ? [{ object, is: "changed", fields }] : [];
  });
}
