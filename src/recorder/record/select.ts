import type { Entry, EvidenceLog, Written } from "../../evidence/index.ts";
import type { EntrySelection, Pending, Recorded, Selection } from "../model.ts";
import { given } from "./caller.ts";
import { invalid, wholeNumber } from "./input.ts";
import { dueOf } from "./lost.ts";

const limitUnlessTold = 100;
const mostEntries = 1_000;
const portionSize = 250;

/** Whether whoever asks may see an entry. */
export type Sight = (entry: Entry) => boolean;

export async function pending(log: EvidenceLog, selection: Selection, sees: Sight): Promise<Pending[]> {
  const open = await log.open();
  return open.filter(({ entry }) => sees(entry) && matches(entry, selection)).map(pendingOf);
}

export async function entries(log: EvidenceLog, selection: EntrySelection, sees: Sight): Promise<Recorded[]> {
  const { from = 0, limit = limitUnlessTold } = selection;
  if (wholeNumber("limit", limit) > mostEntries)
    throw invalid(`limit: expected at most ${mostEntries}, found ${limit}`);
  const found: Recorded[] = [];
  let next = wholeNumber("from", from);
  // What somebody may not see does not count; hence portion by portion until there are enough, or no more.
  for (let more = true; more && found.length < limit; ) {
    const portion = await log.select({ ...selection, from: next, limit: portionSize });
    more = portion.length === portionSize;
    next = (portion.at(-1)?.entry.sequence ?? next) + 1;
    found.push(...portion.filter(({ entry }) => sees(entry)).map(({ entry, hash }) => ({ entry, hash })));
  }
  return found.slice(0, limit);
}

export async function entry(log: EvidenceLog, id: string, sees: Sight): Promise<Recorded | undefined> {
  const found = await log.find(id);
  return found && sees(found.entry) ? { entry: found.entry, hash: found.hash } : undefined;
}

function matches(entry: Entry, { session, actor }: Selection): boolean {
  return (session === undefined || entry.session === session) && (actor === undefined || entry.actor.id === actor);
}

function pendingOf(prescription: Written<"prescription">): Pending {
  const { entry, hash } = prescription;
  const due = dueOf(prescription);
  return given({
    id: entry.id,
    hash,
    sequence: entry.sequence,
    time: entry.time,
    actor: entry.actor,
    session: entry.session,
    tool: entry.data.tool,
    operation: entry.data.operation,
    level: entry.data.risk.level,
    command: entry.data.command,
    due: new Date(due).toISOString(),
    overdue: Date.now() > due,
  }) as Pending;
}
