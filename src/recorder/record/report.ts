import {
  type Actor,
  type Anomaly,
  type Draft,
  newId,
  type Report,
  type View,
  type Written,
} from "../../evidence/index.ts";
import type { Outcome, Refusal, Reported } from "../model.ts";
import { RecorderProblem } from "../problem.ts";
import { type Caller, draftOf, given } from "./caller.ts";
import type { Desk } from "./desk.ts";
import { namedActor, wholeNumber, words } from "./input.ts";
import { clean } from "./kept.ts";
import { dueOf } from "./lost.ts";
import { forgetRunning } from "./running.ts";
import { mismatchOf } from "./verdict.ts";

type Said = Omit<Report, "prescription" | "prescriptionHash">;

export async function report(desk: Desk, caller: Caller, outcome: Outcome): Promise<Reported> {
  const { verdict, exitCode, signal, durationMs, error, references = [], output = [] } = outcome;
  const secrets = clean(desk);
  const told = {
    verdict,
    exitCode: exitCode === undefined ? undefined : wholeNumber("exitCode", exitCode),
    signal: signal === undefined ? undefined : words("id", signal),
    durationMs: durationMs === undefined ? undefined : wholeNumber("durationMs", durationMs),
    error: verdict === "error" ? errorOf(error, (text) => secrets.text(text)) : undefined,
    references: references.map(({ type, id }) => ({
      type: words("id", type),
      id: secrets.text(words("reference", id)),
    })),
  };
  const kept = await secrets.keep(output);
  const said = given({ ...told, output: kept, redacted: secrets.redacted }) as Said;
  return await settle(desk, caller, outcome.prescription, outcome.actor, said);
}

export async function decline(
  desk: Desk,
  caller: Caller,
  refusal: Omit<Refusal, "intent"> & { readonly prescription: string },
): Promise<Reported> {
  const secrets = clean(desk);
  const trigger = secrets.text(words("trigger", refusal.trigger));
  const reason = secrets.text(words("reason", refusal.reason));
  const said: Said = {
    verdict: "declined",
    output: [],
    decline: { trigger, reason },
    references: [],
    redacted: secrets.redacted,
  };
  return await settle(desk, caller, refusal.prescription, refusal.actor, said);
}

function errorOf(error: Outcome["error"], cleanText: (text: string) => string): Report["error"] {
  if (error === undefined) return { kind: "other", text: "no exit code" };
  return { kind: error.kind, text: cleanText(words("error", error.text)) };
}

type Decided = { readonly id: string; readonly anomaly?: Anomaly; readonly refused?: RecorderProblem };

/** One report for each prescription: decided inside the log's lock, where nobody else can decide at the same time. */
async function settle(
  desk: Desk,
  caller: Caller,
  claimed: string,
  actor: Actor | undefined,
  said: Said,
): Promise<Reported> {
  // What is claimed can be any text, and what is not an id may end up in an anomaly.
  const id = clean(desk).text(words("id", claimed));
  const who = actor && namedActor(actor);
  let decided: Decided | undefined;
  const written = await desk.log.append((view): Draft[] => {
    const found = view.find(id);
    const prescription = found?.entry.type === "prescription" ? (found as Written<"prescription">) : undefined;
    const made = judge(view, caller, prescription, id, who, said);
    decided = made;
    const about = {
      actor: who ?? prescription?.entry.actor ?? ({ kind: "unknown", id: "unknown" } as const),
      session: prescription?.entry.session,
      trace: prescription?.entry.trace,
    };
    const drafts: Draft[] = made.anomaly ? [draftOf(caller, "anomaly", about, made.anomaly)] : [];
    if (made.refused || !prescription) return drafts;
    const data = { ...said, prescription: id, prescriptionHash: prescription.hash };
    return [draftOf(caller, "report", { ...about, id: made.id }, data), ...drafts];
  });
  if (decided?.refused) throw decided.refused;
  forgetRunning(desk.log, id);
  const own = written.find(({ entry }) => entry.id === decided?.id);
  if (!decided || !own) throw new Error("a write that succeeded returned nothing");
  const anomalies = decided.anomaly ? [decided.anomaly] : [];
  return { id: decided.id, sequence: own.entry.sequence, prescription: id, anomalies };
}

function judge(
  view: View,
  caller: Caller,
  prescription: Written<"prescription"> | undefined,
  id: string,
  who: Actor | undefined,
  said: Said,
): Decided {
  const refuse = (kind: Anomaly["kind"], code: RecorderProblem["code"], text: string, hint: string): Decided => ({
    id: "",
    anomaly: { kind, prescription: id, text: `${text}; the verdict was to be "${said.verdict}"` },
    refused: new RecorderProblem(code, `prescription ${id}: ${text}`, { hint: `${hint}; the attempt is on record` }),
  });
  if (!prescription) {
    return refuse("unknown-report", "NO_SUCH_PRESCRIPTION", "nobody prescribed it", "prescribe before acting");
  }
  const stranger = strangeness(prescription.entry, caller, who);
  if (stranger) return refuse("foreign-report", "FOREIGN_REPORT", stranger, "report only what you prescribed yourself");
  const first = view.reportOf(id);
  if (first) {
    const text = `it has its report already: "${first.entry.data.verdict}", entry ${first.entry.sequence}`;
    return refuse("double-report", "ALREADY_REPORTED", text, "a new attempt needs a new prescription");
  }
  const mismatch = mismatchOf(prescription.entry, caller.channel, said);
  if (mismatch) {
    return refuse("mismatch", "VERDICT_MISMATCH", mismatch, "0 is success, above 0 is failure, none is error");
  }
  const due = dueOf(prescription);
  if (Date.now() <= due) return { id: newId() };
  const text = `due until ${new Date(due).toISOString()}`;
  return { id: newId(), anomaly: { kind: "late-report", prescription: id, text } };
}

/** Another user at the socket is another one whatever they call themselves. Without a socket only names are left. */
function strangeness(entry: Written["entry"], caller: Caller, who: Actor | undefined): string | undefined {
  const [before, now] = [entry.capture.peer, caller.peer];
  if (before && now && before.uid !== now.uid) return `user ${before.uid} prescribed it, this is user ${now.uid}`;
  if (who && who.id !== entry.actor.id) return `"${entry.actor.id}" prescribed it, this is "${who.id}"`;
  return undefined;
}
