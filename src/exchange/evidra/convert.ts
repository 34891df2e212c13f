import { hash } from "node:crypto";
import type {
  Actor,
  Anomaly,
  Artifact,
  Draft,
  Prescription,
  Redacted,
  Report,
  Trace,
  Verdict,
} from "../../evidence/index.ts";
import type { Redactor } from "../../redaction/index.ts";
import { idFrom, spanFrom, traceFrom } from "./ids.ts";
import { fieldsOf, readPrescription, readReport, textOf } from "./payload.ts";
import type { EvidraRecord } from "./record.ts";

/** A prescription that was taken over: its id here, and the hash of its line once it is written. */
export interface TakenOver {
  readonly id: string;
  readonly hash: string;
  isReported: boolean;
}

/** What becomes of one entry: something to write, and what of it found no place. */
export interface Converted {
  readonly drafts: readonly Draft[];
  readonly left: readonly string[];
  /** The id by which Evidra's reports will refer to it. */
  readonly prescribes?: string;
}

const kinds: Readonly<Record<string, Actor["kind"]>> = {
  ai_agent: "agent",
  agent: "agent",
  human: "human",
  ci: "ci",
  automation: "ci",
  cli: "human",
  controller: "service",
};

/** Turns Evidra's entries into drafts of ours, one after the other: reports are matched with what came before. */
export function convert(record: EvidraRecord, known: ReadonlyMap<string, TakenOver>, redactor: Redactor): Converted {
  const texts = new Texts(redactor);
  const left = [...record.others.map((name) => `the member ${name}`), ...leftOfFrame(record)];
  if (record.type === "prescribe") {
    const prescribes = textOf(fieldsOf(record.payload).prescription_id) || record.id;
    const data = prescriptionOf(record, texts);
    return { drafts: [{ ...frameOf(record, "prescription"), data }], left, prescribes };
  }
  if (record.type === "report") return { ...reportOf(record, known, texts), left };
  if (record.type === "signal" && fieldsOf(record.payload).sub_signal === "unprescribed_action") {
    const data: Anomaly = { kind: "unknown-report", prescription: "", text: "Evidra: unprescribed_action" };
    return { drafts: [{ ...frameOf(record, "anomaly"), data }], left };
  }
  return { drafts: [], left: [`entries of type ${record.type}`] };
}

/** Free text comes from outside and may hold anything: it goes through the same hands as everything that is recorded. */
class Texts {
  readonly #redactor: Redactor;
  readonly #found = new Map<string, Redacted>();

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  clean(text: string): string {
    const { value, redacted } = this.#redactor.text(text);
    for (const secret of redacted) this.#found.set(secret.digest, secret);
    return value;
  }

  get redacted(): Redacted[] {
    return [...this.#found.values()];
  }
}

function frameOf<Type extends Draft["type"]>(record: EvidraRecord, type: Type): Omit<Draft<Type>, "data"> {
  const { actor, session, timestamp } = record;
  const trace = traceOf(record);
  return {
    id: idFrom(record.id, timestamp),
    time: new Date(timestamp).toISOString(),
    type,
    actor: {
      kind: kinds[actor.type ?? ""] ?? "unknown",
      id: (actor.id ?? "").toWellFormed() || "unknown",
      ...(actor.version ? { version: actor.version.toWellFormed() } : {}),
      ...(actor.skill_version ? { prompt: `evidra skill ${actor.skill_version.toWellFormed()}` } : {}),
    },
    ...(session === "" ? {} : { session: session.toWellFormed() }),
    ...(trace ? { trace } : {}),
    capture: { channel: "import", through: "evidra", custody: "shared" },
  };
}

function traceOf(record: EvidraRecord): Trace | undefined {
  const [trace, span, parent] = [traceFrom(record.trace), spanFrom(record.span), spanFrom(record.parentSpan)];
  if (trace === undefined) return undefined;
  return { trace, ...(span ? { span } : {}), ...(parent ? { parent } : {}) };
}

function leftOfFrame({ actor, trace, span }: EvidraRecord): string[] {
  return [
    ...(actor.provenance ? ["where actors came from (provenance)"] : []),
    ...(actor.instance_id ? ["instances of actors"] : []),
    ...(trace !== "" && !traceFrom(trace) ? ["ids of traces that are none of OpenTelemetry's"] : []),
    ...(span !== "" && !spanFrom(span) ? ["ids of spans that are none of OpenTelemetry's"] : []),
  ];
}

function prescriptionOf(record: EvidraRecord, texts: Texts): Prescription {
  const said = readPrescription(record.payload);
  const ttl = Number(fieldsOf(record.payload).ttl_ms);
  const intent = texts.clean(said.intent);
  return {
    tool: said.tool,
    operation: texts.clean(said.operation),
    class: said.class,
    ...(intent === "" ? {} : { intent }),
    artifacts: artifactsOf(record),
    targets: said.targets,
    targetCount: said.targetCount,
    scope: { class: said.scope, because: "as Evidra recorded it" },
    risk: {
      level: said.level ?? "medium",
      tags: said.tags.map(({ tag, level, from, detail }) => ({
        tag,
        level,
        field: from,
        because: texts.clean(detail) || `said by ${from}`,
      })),
      unknown: said.level === undefined ? ["Evidra recorded no level of risk"] : [],
      rules: `evidra ${record.adapterVersion}`.trim(),
    },
    intentDigest:
      hexOf(record.intentDigest) ?? hash("sha256", JSON.stringify([said.tool, said.operation, said.targets]), "hex"),
    expires: Number.isFinite(ttl) && ttl >= 0 ? Math.floor(ttl / 1000) : 0,
    redacted: texts.redacted,
  };
}

const hexOf = (digest: string) => /^sha256:([0-9a-f]{64})$/.exec(digest)?.[1];

/** Evidra keeps digests and no bytes, and does not say how many there were. */
function artifactsOf({ artifactDigest }: EvidraRecord): Artifact[] {
  const digest = hexOf(artifactDigest);
  return digest === undefined ? [] : [{ name: "artifact", digest, size: 0, stored: false }];
}

function reportOf(
  record: EvidraRecord,
  known: ReadonlyMap<string, TakenOver>,
  texts: Texts,
): Pick<Converted, "drafts"> {
  const outcome = readReport(record.payload);
  const prescription = known.get(outcome.prescription);
  const anomaly = (kind: Anomaly["kind"], text: string): Draft => ({
    ...frameOf(record, "anomaly"),
    data: { kind, prescription: prescription?.id ?? texts.clean(outcome.prescription), text },
  });
  if (!prescription) return { drafts: [anomaly("unknown-report", "Evidra has a report for what nobody prescribed")] };
  if (prescription.isReported) return { drafts: [anomaly("double-report", "Evidra has a second report")] };
  prescription.isReported = true;
  const verdict = verdictOf(outcome.verdict, outcome.exitCode);
  const { exitCode } = outcome;
  const isEnd = verdict === "success" || verdict === "failure";
  const data: Report = {
    prescription: prescription.id,
    prescriptionHash: prescription.hash,
    verdict,
    ...(isEnd && exitCode !== undefined ? { exitCode } : {}),
    output: artifactsOf(record),
    ...(verdict === "declined"
      ? { decline: { trigger: texts.clean(outcome.trigger), reason: texts.clean(outcome.reason) } }
      : {}),
    ...(verdict === "error"
      ? { error: { kind: "other", text: `Evidra recorded exit code ${exitCode ?? "none"}` } }
      : {}),
    references: [
      { type: "evidra", id: record.id },
      ...outcome.references.map(({ type, id }) => ({ type: texts.clean(type), id: texts.clean(id) })),
    ],
    redacted: texts.redacted,
  };
  const report: Draft = { ...frameOf(record, "report"), data };
  if (verdict === outcome.verdict) return { drafts: [report] };
  const mismatch = anomaly(
    "mismatch",
    `Evidra says ${texts.clean(outcome.verdict)} with exit code ${exitCode ?? "none"}`,
  );
  return { drafts: [report, { ...mismatch, id: idFrom(`${record.id} mismatch`, record.timestamp) }] };
}

/** The exit code decides where the two disagree, as it does in Evidra. */
function verdictOf(verdict: string, exitCode: number | undefined): Verdict {
  if (verdict === "declined") return verdict;
  if (exitCode !== undefined) return exitCode === 0 ? "success" : exitCode > 0 ? "failure" : "error";
  return verdict === "success" || verdict === "failure" ? verdict : "error";
}
