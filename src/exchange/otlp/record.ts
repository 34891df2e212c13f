import type { Anomaly, Entry, Prescription, Report, Written } from "../../evidence/index.ts";

/** One value of OTLP in JSON, where 64-bit numbers are texts. */
export type AnyValue =
  | { readonly stringValue: string }
  | { readonly intValue: string }
  | { readonly boolValue: boolean }
  | { readonly arrayValue: { readonly values: readonly AnyValue[] } };

export interface KeyValue {
  readonly key: string;
  readonly value: AnyValue;
}

export interface LogRecord {
  readonly timeUnixNano: string;
  readonly observedTimeUnixNano: string;
  readonly severityNumber: number;
  readonly severityText: string;
  readonly eventName: string;
  readonly body: AnyValue;
  readonly attributes: readonly KeyValue[];
  /** Hex, as the JSON mapping of OTLP has ids; everything else that is bytes would be base64. */
  readonly traceId?: string;
  readonly spanId?: string;
}

type Value = string | number | boolean | readonly string[] | undefined;
const info = [9, "INFO"] as const;
const warn = [13, "WARN"] as const;
const error = [17, "ERROR"] as const;

/** What is known of the prescription that a report is about: its tool goes into both records. */
export type ToolOf = (prescription: string) => string | undefined;

/** An entry as a log record, in the words of the conventions for generative AI (Development, as of 1.41). */
export function recordOf({ entry, hash }: Pick<Written, "entry" | "hash">, toolOf: ToolOf): LogRecord {
  const time = nanoseconds(entry.time);
  const { words, severity, attributes } = detailsOf(entry, toolOf);
  return {
    timeUnixNano: time,
    observedTimeUnixNano: time,
    severityNumber: severity[0],
    severityText: severity[1],
    eventName: `airworthy.${entry.type}`,
    body: { stringValue: words },
    attributes: pairs({ ...commonOf(entry, hash), ...attributes }),
    ...(entry.trace ? { traceId: entry.trace.trace } : {}),
    ...(entry.trace?.span === undefined ? {} : { spanId: entry.trace.span }),
  };
}

const nanoseconds = (time: string) => String(BigInt(Date.parse(time)) * 1_000_000n);

function commonOf({ log, sequence, id, type, actor, session, capture }: Entry, hash: string): Record<string, Value> {
  return {
    "airworthy.log": log,
    "airworthy.entry.id": id,
    "airworthy.entry.type": type,
    "airworthy.entry.sequence": sequence,
    "airworthy.entry.hash": hash,
    "airworthy.actor.kind": actor.kind,
    "gen_ai.agent.id": actor.id,
    "gen_ai.agent.version": actor.version,
    "gen_ai.request.model": actor.model,
    "gen_ai.conversation.id": session,
    "airworthy.capture.channel": capture.channel,
    "airworthy.capture.through": capture.through,
    "airworthy.capture.custody": capture.custody,
    "host.name": capture.host,
  };
}

interface Details {
  readonly words: string;
  readonly severity: readonly [number, string];
  readonly attributes: Record<string, Value>;
}

function detailsOf(entry: Entry, toolOf: ToolOf): Details {
  if (entry.type === "prescription") return prescribed(entry as Entry<"prescription">);
  if (entry.type === "report") return reported(entry.data as Report, toolOf);
  if (entry.type === "anomaly") {
    const { kind, prescription, text } = entry.data as Anomaly;
    const attributes = { "airworthy.anomaly.kind": kind, "gen_ai.tool.call.id": prescription, "error.type": kind };
    return { words: text, severity: warn, attributes };
  }
  return { words: entry.type, severity: info, attributes: {} };
}

function prescribed({ id, data }: Entry<"prescription">): Details {
  const { tool, operation, risk, scope, targetCount }: Prescription = data;
  return {
    words: `${tool} ${operation}`.trim(),
    severity: info,
    attributes: {
      ...toolCall(id, tool),
      "airworthy.operation": operation,
      "airworthy.operation.class": data.class,
      "airworthy.scope": scope.class,
      "airworthy.risk.level": risk.level,
      "airworthy.risk.tags": risk.tags.map(({ tag }) => tag),
      "airworthy.target.count": targetCount,
      "airworthy.intent.digest": data.intentDigest,
      "process.command_args": data.command,
    },
  };
}

function reported(data: Report, toolOf: ToolOf): Details {
  const { prescription, verdict, exitCode, durationMs, decline, error: fault } = data;
  const type = verdict === "error" ? fault?.kind : verdict === "failure" ? "failure" : undefined;
  return {
    words: verdict,
    severity: verdict === "error" ? error : verdict === "failure" ? warn : info,
    attributes: {
      ...toolCall(prescription, toolOf(prescription)),
      "airworthy.verdict": verdict,
      "airworthy.duration_ms": durationMs,
      "airworthy.decline.trigger": decline?.trigger,
      "process.exit.code": exitCode,
      "error.type": type,
    },
  };
}

const toolCall = (id: string, tool: string | undefined) => ({
  "gen_ai.operation.name": "execute_tool",
  "gen_ai.tool.name": tool,
  "gen_ai.tool.call.id": id,
});

export function pairs(attributes: Readonly<Record<string, Value>>): KeyValue[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : { key, value: anyValue(value) },
  );
}

function anyValue(value: Exclude<Value, undefined>): AnyValue {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  if (typeof value === "number") return { intValue: String(value) };
  return { arrayValue: { values: value.map((text) => ({ stringValue: text })) } };
}
