import type { Write } from "../audit/index.ts";
import type { Entry } from "../evidence/index.ts";
import { hasContent, type Manifests, readDocuments } from "./content.ts";
import { type Extent, extentOf } from "./extent.ts";
import { isMeant } from "./match.ts";
import { textOf } from "./text.ts";

/** What an actor said beforehand and afterwards, beside what the API server saw of it. */
export interface Coverage {
  readonly writes: number;
  /** With a prescription of theirs that was written before them and was not over yet. */
  readonly covered: number;
  /** Between 0 and 1; left out where nothing was done. */
  readonly share?: number;
  readonly matches: readonly { readonly write: string; readonly prescription: string }[];
  /** Prescriptions of a change that were not declined. */
  readonly prescribed: number;
  /** Done and never prescribed, by the ids of audit events. */
  readonly unprescribed: readonly { readonly write: string; readonly text: string }[];
  /** Prescribed, not declined, and never done. */
  readonly undone: readonly { readonly prescription: string; readonly text: string }[];
  /** Of these prescriptions, those of which nobody said how they ended. */
  readonly unreported: readonly { readonly prescription: string; readonly text: string }[];
  readonly falsehoods: readonly Falsehood[];
}

interface Falsehood {
  readonly prescription: string;
  readonly claimed: string;
  readonly found: string;
}

interface Intention {
  readonly entry: Entry<"prescription">;
  readonly report: Entry<"report"> | undefined;
  readonly extent: Extent;
}

/** `manifests`: the documents of prescriptions, as far as they were kept. What was written must be what they say. */
export function coverageOf(writes: readonly Write[], entries: readonly Entry[], manifests: Manifests = {}): Coverage {
  const documents = readDocuments(manifests);
  const reports = entries.filter((entry): entry is Entry<"report"> => entry.type === "report");
  const intentions = entries
    .filter((entry): entry is Entry<"prescription"> => entry.type === "prescription")
    .map((entry) => {
      const report = reports.find(({ data }) => data.prescription === entry.id);
      return { entry, report, extent: extentOf(entry, !isUnknown(report)) };
    });
  const matched = writes.map((write) => {
    const meaning = intentions.filter((each) => isOpen(each, write) && isMeant(write, each.entry.data));
    const fitting = meaning.filter(({ entry }) => hasContent(write, entry.data, documents) !== false);
    const by = fitting.find(({ extent }) => extent.take(write));
    return { write, by, remark: remarkOn(meaning.length, fitting.length) };
  });
  const pursued = intentions.filter((each) => isChange(each) && isPursued(each));
  const covered = matched.filter(({ by }) => by !== undefined).length;
  const doneFor = ({ entry }: Intention) => matched.filter(({ by }) => by?.entry === entry).map(({ write }) => write);
  return {
    ...{ writes: writes.length, covered },
    ...(writes.length > 0 ? { share: covered / writes.length } : {}),
    matches: matched.flatMap(({ write, by }) => (by ? [{ write: write.id, prescription: by.entry.id }] : [])),
    prescribed: pursued.length,
    unprescribed: matched.flatMap(({ write, by, remark }) =>
      by ? [] : [{ write: write.id, text: `${textOf(write)}${remark}` }],
    ),
    undone: pursued.filter((each) => doneFor(each).length === 0).map(named),
    unreported: pursued.filter(({ report }) => isUnknown(report)).map(named),
    falsehoods: intentions.flatMap((each) => falsehoodsOf(each, doneFor(each), matched)),
  };
}

/** What is near what was done without a prescription: one of the same object that is of something else, or used up. */
function remarkOn(meaning: number, fitting: number): string {
  if (meaning === 0) return "";
  return fitting === 0 ? ", with other content than prescribed" : ", once more than prescribed";
}

/** A prescription holds from when it was written until it is reported on, or until it expires. */
function isOpen({ entry, report }: Intention, { time }: Write): boolean {
  const [at, began] = [Date.parse(time), Date.parse(entry.time)];
  // Elsewhere they may not say when.
  const expiry = began + (entry.data.expires || Number.POSITIVE_INFINITY) * 1_000;
  return began <= at && at <= (report === undefined ? expiry : Date.parse(report.time));
}

function isChange({ entry: { data } }: Intention): boolean {
  const { class: kind, targets } = data;
  const isInCluster = targets.some(({ system }) => system === "kubernetes" || system === "helm");
  return (kind === "mutate" || kind === "destroy") && isInCluster;
}

function named({ entry: { id, data } }: Intention): { prescription: string; text: string } {
  return { prescription: id, text: data.command?.join(" ") ?? data.operation };
}

/** What the recorder itself closed, because nobody saw the end, was not reported. */
function isUnknown(report: Intention["report"]): boolean {
  return report === undefined || report.data.error?.kind === "lost";
}

/** Neither declined nor stopped before it began. */
function isPursued({ report }: Intention): boolean {
  return report?.data.verdict !== "declined" && report?.data.error?.kind !== "not-started";
}

/** Whoever ran the command itself knows how it ended; only what an actor says of itself can be false. */
const claims = new Set(["library", "cli", "hook", "mcp"]);

function falsehoodsOf(
  intention: Intention,
  done: readonly Write[],
  matched: readonly { readonly write: Write; readonly by: Intention | undefined }[],
): Falsehood[] {
  const { entry, report } = intention;
  if (report === undefined) return [];
  const { verdict } = report.data;
  const say = (found: string): Falsehood[] => [{ prescription: entry.id, claimed: verdict, found }];
  if (verdict === "declined") {
    const since = Date.parse(report.time);
    const all = matched.filter(({ by, write }) => by === undefined && Date.parse(write.time) >= since);
    const later = all.filter(({ write }) => isMeant(write, entry.data));
    return later.flatMap(({ write }) => say(`done all the same: ${textOf(write)}`));
  }
  if (!claims.has(report.capture.channel) || !isChange(intention)) return [];
  if (verdict === "success" && done.length === 0) return say("nothing was done");
  if (verdict === "success" && done.every(({ allowed }) => !allowed)) return say("the API server refused it");
  const plain = done.length > 0 && done.every(({ allowed, subresource }) => allowed && subresource === undefined);
  return verdict === "failure" && plain ? say("the API server did it") : [];
}
