import { hash } from "node:crypto";
import type { Draft, EvidenceLog, View, Written } from "../../evidence/index.ts";
import { fateOf } from "../alive.ts";
import type { Closed } from "../model.ts";
import { type Caller, draftOf } from "./caller.ts";
import { deadAmong, forgetRunning } from "./running.ts";

/** Closes what dead processes left open, and records once what is overdue. */
export async function closeLost(log: EvidenceLog, caller: Caller): Promise<Closed[]> {
  const written = await log.append((view) => lostAmong(view, caller));
  for (const id of deadAmong(log)) forgetRunning(log, id);
  return written.flatMap(({ entry }): Closed[] => {
    const { prescription } = entry.data as { prescription: string };
    return [{ prescription, because: entry.type === "report" ? "lost" : "missing-report" }];
  });
}

/** What has to be written about the prescriptions without a report, as of now. */
export function lostAmong(view: View, caller: Caller): Draft[] {
  return view.open().flatMap((prescription): Draft[] => {
    const { process } = prescription.entry.data;
    const fate = process ? fateOf(process) : "unknown";
    if (fate === "dead") return [lostReport(prescription, caller)];
    // Whoever is still at it is not missing, however long it takes.
    if (fate === "alive" || Date.now() <= dueOf(prescription)) return [];
    const id = missingId(prescription);
    return view.find(id) ? [] : [missing(prescription, caller, id)];
  });
}

/** Milliseconds of the clock after which a report is late. */
export function dueOf({ entry }: Written<"prescription">): number {
  return Date.parse(entry.time) + entry.data.expires * 1000;
}

function lostReport({ entry, hash: prescriptionHash }: Written<"prescription">, caller: Caller): Draft {
  const { pid } = entry.data.process ?? { pid: 0 };
  return draftOf(weaker(caller, entry), "report", aboutOf(entry), {
    prescription: entry.id,
    prescriptionHash,
    verdict: "error",
    output: [],
    error: { kind: "lost", text: `process ${pid} ended without a report: nobody saw what came of it` },
    references: [],
    redacted: [],
  });
}

function missing(prescription: Written<"prescription">, caller: Caller, id: string): Draft {
  const { entry } = prescription;
  return draftOf(
    weaker(caller, entry),
    "anomaly",
    { ...aboutOf(entry), id },
    {
      kind: "missing-report",
      prescription: entry.id,
      text: `no report until ${new Date(dueOf(prescription)).toISOString()}`,
    },
  );
}

/** Out of the reach of whoever it is about only if that was so from the beginning. */
function weaker(caller: Caller, { capture }: Written["entry"]): Caller {
  return capture.custody === "shared" ? { ...caller, custody: "shared" } : caller;
}

const aboutOf = ({ actor, session, trace }: Written<"prescription">["entry"]) => ({ actor, session, trace });

/** Follows from the prescription, so that whoever looks later finds that it was said: version 7, of when it was due. */
function missingId(prescription: Written<"prescription">): string {
  const time = dueOf(prescription).toString(16).padStart(12, "0");
  const rest = hash("sha256", `airworthy/missing-report/1\0${prescription.entry.id}`);
  return `${time.slice(0, 8)}-${time.slice(8, 12)}-7${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6, 18)}`;
}
