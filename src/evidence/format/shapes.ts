import type {
  Actor,
  Artifact,
  Capture,
  Entry,
  EntryData,
  EntryType,
  Level,
  Peer,
  Prescription,
  Redacted,
  Report,
  RiskTag,
  ScopeClass,
  Target,
  Trace,
} from "./entry.ts";
import {
  count,
  expected,
  flag,
  list,
  matching,
  object,
  oneOf,
  optional,
  type Shape,
  someText,
  text,
  within,
} from "./shape.ts";

/** Also the most targets of which a prescription names each; `targetCount` has the true number. */
const mostTargets = 1000;

const hash = matching(/^[0-9a-f]{64}$/, "a SHA-256 of 64 hex digits");
const keyedDigest = matching(/^hmac-sha256:[0-9a-f]{64}$/, '"hmac-sha256:" and 64 hex digits');
const id = matching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, "a UUID of version 7");
const publicKey = matching(/^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/, "32 bytes in base64");
const signature = matching(/^[A-Za-z0-9+/]{85}[AQgw]==$/, "64 bytes in base64");
const originPattern = /^[A-Za-z0-9][A-Za-z0-9._:@/-]{0,199}$/;
const timePattern = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** The name of a log. It is also a key name of a signed note, which allows neither spaces nor plus signs. */
export const origin: Shape<string> = matching(
  originPattern,
  "the name of a log: 1 to 200 of A-Z a-z 0-9 . _ : @ / -, a letter or digit first",
);

const time: Shape<string> = (value) => {
  const formed = typeof value === "string" && timePattern.test(value);
  // The pattern knows everything but how long a month is; asking the calendar takes longer than all the rest.
  const real = formed && (value.slice(8, 10) <= "28" || new Date(value).toISOString() === value);
  return real ? undefined : expected("a time like 2026-01-31T23:59:59.999Z", value);
};

const actor = object<Actor>({
  kind: oneOf<Actor["kind"]>({ agent: true, human: true, ci: true, service: true, unknown: true }),
  id: someText,
  model: optional(text),
  version: optional(text),
  prompt: optional(text),
  parent: optional(text),
});

const trace = object<Trace>({
  trace: matching(/^[0-9a-f]{32}$/, "32 hex digits"),
  span: optional(matching(/^[0-9a-f]{16}$/, "16 hex digits")),
  parent: optional(matching(/^[0-9a-f]{16}$/, "16 hex digits")),
});

const channel = oneOf<Capture["channel"]>({
  library: true,
  cli: true,
  exec: true,
  shim: true,
  hook: true,
  mcp: true,
  "mcp-proxy": true,
  import: true,
  recorder: true,
});

const capture = object<Capture>({
  channel,
  through: optional(text),
  custody: oneOf<Capture["custody"]>({ separate: true, shared: true }),
  peer: optional(object<Peer>({ uid: count, gid: count, pid: count, program: optional(text) })),
  host: optional(text),
});

const level = oneOf<Level>({ low: true, medium: true, high: true, critical: true });

const artifact = object<Artifact>({
  name: text,
  digest: hash,
  size: count,
  stored: flag,
  original: optional(keyedDigest),
});

const redacted = list(object<Redacted>({ what: text, digest: keyedDigest }));

const target = object<Target>({
  system: someText,
  kind: someText,
  name: text,
  namespace: optional(text),
  apiVersion: optional(text),
  action: someText,
  selector: optional(text),
});

const prescription = object<Prescription>({
  tool: someText,
  operation: text,
  class: oneOf<Prescription["class"]>({ read: true, plan: true, mutate: true, destroy: true, unknown: true }),
  command: optional(list(text)),
  intent: optional(text),
  artifacts: list(artifact),
  targets: list(target, mostTargets),
  targetCount: count,
  scope: object<Prescription["scope"]>({
    class: oneOf<ScopeClass>({ production: true, staging: true, development: true, unknown: true }),
    because: text,
  }),
  risk: object<Prescription["risk"]>({
    level,
    tags: list(object<RiskTag>({ tag: someText, level, field: text, because: text })),
    unknown: list(text),
    rules: someText,
  }),
  intentDigest: someText,
  expires: count,
  process: optional(object<NonNullable<Prescription["process"]>>({ boot: text, pid: count, started: text })),
  approval: optional(object<NonNullable<Prescription["approval"]>>({ by: someText, intentDigest: someText })),
  redacted,
});

const report = object<Report>({
  prescription: id,
  prescriptionHash: hash,
  verdict: oneOf<Report["verdict"]>({ success: true, failure: true, error: true, declined: true }),
  exitCode: optional(count),
  signal: optional(someText),
  durationMs: optional(count),
  output: list(artifact),
  decline: optional(object<NonNullable<Report["decline"]>>({ trigger: text, reason: text })),
  error: optional(
    object<NonNullable<Report["error"]>>({
      kind: oneOf<NonNullable<Report["error"]>["kind"]>({
        "not-started": true,
        killed: true,
        timeout: true,
        lost: true,
        other: true,
      }),
      text,
    }),
  ),
  references: list(object<Report["references"][number]>({ type: text, id: text })),
  redacted,
});

/** What the parts of a report say must be one story. */
const coherentReport: Shape<Report> = (value) => {
  const wrong = report(value);
  if (wrong !== undefined) return wrong;
  const { verdict, exitCode, decline, error } = value as Report;
  const ended = verdict === "success" || verdict === "failure";
  if (exitCode !== undefined && (!ended || (exitCode === 0) !== (verdict === "success"))) {
    return `exitCode: ${exitCode} does not go with the verdict "${verdict}"`;
  }
  if ((decline !== undefined) !== (verdict === "declined")) {
    return `decline: must be there for the verdict "declined" and for no other, found "${verdict}"`;
  }
  if ((error !== undefined) !== (verdict === "error")) {
    return `error: must be there for the verdict "error" and for no other, found "${verdict}"`;
  }
  return undefined;
};

const countedPrescription: Shape<Prescription> = (value) => {
  const wrong = prescription(value);
  if (wrong !== undefined) return wrong;
  const { targets, targetCount } = value as Prescription;
  return targetCount < targets.length
    ? `targetCount: ${targetCount} is less than the ${targets.length} targets that are named`
    : undefined;
};

const data: { readonly [Type in EntryType]: Shape<EntryData[Type]> } = {
  log: object<EntryData["log"]>({
    publicKey,
    derivedFrom: optional(
      object<NonNullable<EntryData["log"]["derivedFrom"]>>({ log: text, checkpoint: text, how: text }),
    ),
  }),
  key: object<EntryData["key"]>({ publicKey, reason: text }),
  prescription: countedPrescription,
  report: coherentReport,
  anomaly: object<EntryData["anomaly"]>({
    kind: oneOf<EntryData["anomaly"]["kind"]>({
      "unknown-report": true,
      "double-report": true,
      "late-report": true,
      "missing-report": true,
      "foreign-report": true,
      mismatch: true,
    }),
    prescription: text,
    text,
  }),
  coverage: object<EntryData["coverage"]>({
    channel,
    through: optional(text),
    state: oneOf<EntryData["coverage"]["state"]>({ open: true, closed: true }),
    covers: list(text),
    excludes: list(text),
  }),
  recovery: object<EntryData["recovery"]>({ bytes: count, digest: hash }),
  import: object<EntryData["import"]>({ format: text, entries: count, verified: flag, head: text, left: list(text) }),
};

const anyData: Shape<EntryData[EntryType]> = () => undefined;

const frame = object<Entry>({
  format: oneOf<Entry["format"]>({ "airworthy/1": true }),
  log: origin,
  sequence: count,
  previous: hash,
  key: matching(/^[0-9a-f]{32}$/, "a key id of 32 hex digits"),
  signature,
  id,
  time,
  type: oneOf<EntryType>({
    log: true,
    key: true,
    prescription: true,
    report: true,
    anomaly: true,
    coverage: true,
    recovery: true,
    import: true,
  }),
  actor,
  session: optional(text),
  trace: optional(trace),
  capture,
  // Its shape depends on the type, which comes later in canonical order.
  data: anyData,
});

/** A whole entry: what is wrong with it, or nothing. */
export const entry: Shape<Entry> = (value) => {
  const wrong = frame(value);
  if (wrong !== undefined) return wrong;
  const { type, sequence, data: inside } = value as Entry;
  const wrongInside = data[type](inside);
  if (wrongInside !== undefined) return within("data", wrongInside);
  if ((type === "log") !== (sequence === 0)) {
    return `type: "log" is the first entry of every log and no other, found "${type}" at sequence ${sequence}`;
  }
  return undefined;
};
