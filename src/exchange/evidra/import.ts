import { type Draft, type EvidenceLog, newId, type Written } from "../../evidence/index.ts";
import { createRedactor, type Redactor } from "../../redaction/index.ts";
import { ExchangeProblem } from "../problem.ts";
import { type Converted, convert, type TakenOver } from "./convert.ts";
import { readRecord } from "./record.ts";
import { EvidraStore } from "./store.ts";
import { type EvidraOptions, type EvidraVerification, verifyEvidra } from "./verify.ts";

export interface ImportOptions extends EvidraOptions {
  /** Also takes over what does not verify, and says so in the log. */
  readonly evenIfInvalid?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Imported {
  readonly verification: EvidraVerification;
  readonly prescriptions: number;
  readonly reports: number;
  readonly anomalies: number;
  /** What could not be taken over, with how often it came. */
  readonly left: readonly string[];
  /** The entry that says so, before the first that was taken over. */
  readonly entry: Written;
}

type Target = Pick<EvidenceLog, "append" | "find" | "secret">;

/**
 * Takes over what Evidra recorded: prescriptions with their reports, refusals, and what did not fit as anomalies, with
 * the times of then. An entry before them says where they came from, whether that verified, and what was left.
 */
export async function importEvidra(directory: string, log: Target, options: ImportOptions = {}): Promise<Imported> {
  const verification = await verifyEvidra(directory, options);
  if (verification.result === "invalid" && !options.evenIfInvalid) throw invalid(directory, verification);
  const store = await EvidraStore.open(directory);
  const redactor = createRedactor(log.secret());

  // Once to know what there is, since the entry about it comes first; then once more to write.
  const counts = new Map<Draft["type"], number>();
  const left = new Map<string, number>();
  let first: Draft | undefined;
  await convertAll(store, redactor, options, async ({ drafts, left: parts }) => {
    first ??= drafts[0];
    for (const { type } of drafts) counts.set(type, (counts.get(type) ?? 0) + 1);
    for (const part of parts) left.set(part, (left.get(part) ?? 0) + 1);
    return notYet;
  });
  if (first && (await log.find(first.id))) throw alreadyThere(directory, first.id);
  const entries = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const leftWords = [...left].map(([what, count]) => `${what} (${count})`).sort();
  const [entry] = await log.append(importDraft(verification, entries, leftWords));
  if (entry === undefined) throw new Error("one entry was given, and none was written");
  await convertAll(store, redactor, options, async ({ drafts }) => (await log.append(() => drafts))[0]?.hash ?? notYet);

  const countOf = (type: Draft["type"]) => counts.get(type) ?? 0;
  return {
    verification,
    prescriptions: countOf("prescription"),
    reports: countOf("report"),
    anomalies: countOf("anomaly"),
    left: leftWords,
    entry,
  };
}

/** Stands for the hash of a line that is not written yet. */
const notYet = "0".repeat(64);

/** `take` says which hash a prescription got: its report will carry that. */
async function convertAll(
  store: EvidraStore,
  redactor: Redactor,
  { signal }: ImportOptions,
  take: (converted: Converted) => Promise<string>,
): Promise<void> {
  const known = new Map<string, TakenOver>();
  for await (const { text } of store.lines()) {
    signal?.throwIfAborted();
    const record = readRecord(text);
    const converted =
      "code" in record ? { drafts: [], left: ["lines that are no entry"] } : convert(record, known, redactor);
    const hash = await take(converted);
    const [draft] = converted.drafts;
    if (converted.prescribes !== undefined && draft) {
      known.set(converted.prescribes, { id: draft.id, hash, isReported: false });
    }
  }
}

function importDraft(verification: EvidraVerification, entries: number, left: readonly string[]): Draft<"import"> {
  return {
    id: newId(),
    time: new Date().toISOString(),
    type: "import",
    actor: { kind: "service", id: "airworthy" },
    capture: { channel: "import", through: "evidra", custody: "shared" },
    data: { format: "evidra/1", entries, verified: verification.result === "valid", head: verification.head, left },
  };
}

function alreadyThere(directory: string, id: string): ExchangeProblem {
  return new ExchangeProblem(
    "ALREADY_THERE",
    `${directory}: expected entries that are new to this log, found ${id} in it`,
    {
      hint: "this store was taken over before; what it got since cannot be added to that",
    },
  );
}

function invalid(directory: string, { faults, faultCount }: EvidraVerification): ExchangeProblem {
  const [first] = faults;
  const where = [first?.segment, first?.line].filter((part) => part !== undefined).join(":");
  const more = faultCount > 1 ? ` (and ${faultCount - 1} more)` : "";
  return new ExchangeProblem(
    "SOURCE_INVALID",
    `${directory}: ${where === "" ? "" : `${where}: `}${first?.code}: ${first?.message}${more}`,
    { hint: "find out what happened to it; it can be taken over as it is, marked as not verified" },
  );
}
