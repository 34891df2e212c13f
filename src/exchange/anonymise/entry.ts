import type {
  Actor,
  Artifact,
  Capture,
  Draft,
  Entry,
  EntryData,
  Prescription,
  Redacted,
  Report,
  Target,
  Trace,
} from "../../evidence/index.ts";
import { kindsOfSecrets } from "../../redaction/index.ts";
import * as common from "./common.ts";
import type { Pseudonyms } from "./pseudonyms.ts";

/** The hash that a prescription has in the copy, by the one it has in the source. */
export type HashInCopy = (prescription: string, hash: string) => string | undefined;

/**
 * The same entry without names. Every member is named here: one that the format gets later is left out of copies until
 * somebody has thought about what it may say.
 */
export function anonymous(entry: Entry, names: Pseudonyms, hashOf: HashInCopy): Draft | undefined {
  const data = dataOf(entry, names, hashOf);
  if (data === undefined) return undefined;
  return {
    id: names.id(entry.id),
    time: entry.time,
    type: entry.type,
    actor: actorOf(entry.actor, names),
    ...given("session", entry.session, (session) => names.text(session)),
    ...given("trace", entry.trace, (trace) => traceOf(trace, names)),
    capture: captureOf(entry.capture, names),
    data,
  };
}

function given<Name extends string, From, To>(name: Name, from: From | undefined, to: (from: From) => To) {
  return (from === undefined ? {} : { [name]: to(from) }) as { [member in Name]?: To };
}

function dataOf(entry: Entry, names: Pseudonyms, hashOf: HashInCopy): EntryData[Entry["type"]] | undefined {
  const { type, data } = entry;
  const is = <Type extends Entry["type"]>(wanted: Type, inside: unknown): inside is EntryData[Type] => type === wanted;
  const all = (texts: readonly string[]) => texts.map((text) => names.text(text));
  if (is("prescription", data)) return prescriptionOf(data, names);
  if (is("report", data)) return reportOf(data, names, hashOf);
  if (is("anomaly", data)) {
    return { kind: data.kind, prescription: names.id(data.prescription), text: names.text(data.text) };
  }
  if (is("coverage", data)) {
    const { channel, state, covers, excludes } = data;
    return { channel, ...throughOf(data, names), state, covers: all(covers), excludes: all(excludes) };
  }
  if (is("import", data)) {
    const { entries, verified } = data;
    const format = names.unless(data.format, common.isImport);
    return { format, entries, verified, head: names.digest(data.head), left: all(data.left) };
  }
  // The copy begins, and is signed, in its own way.
  return undefined;
}

function throughOf({ through }: { readonly through?: string }, names: Pseudonyms) {
  return given("through", through, (text) => names.unless(text, common.isProgram));
}

function actorOf({ kind, id, model, version, prompt, parent }: Actor, names: Pseudonyms): Actor {
  return {
    kind,
    id: names.text(id),
    ...given("model", model, (text) => names.unless(text, common.isModel)),
    ...given("version", version, (text) => names.unless(text, common.isVersion)),
    ...given("prompt", prompt, (text) => names.text(text)),
    ...given("parent", parent, (text) => names.text(text)),
  };
}

function traceOf({ trace, span, parent }: Trace, names: Pseudonyms): Trace {
  const hex = (text: string) => names.hex(text);
  return { trace: hex(trace), ...given("span", span, hex), ...given("parent", parent, hex) };
}

function captureOf(capture: Capture, names: Pseudonyms): Capture {
  const { channel, custody, peer, host } = capture;
  return {
    channel,
    ...throughOf(capture, names),
    custody,
    ...given("peer", peer, ({ uid, gid, pid, program }) => ({
      uid: names.user(uid),
      gid: names.user(gid),
      pid,
      ...given("program", program, (text) => names.unless(text, common.isProgram)),
    })),
    ...given("host", host, (text) => names.text(text)),
  };
}

function prescriptionOf(from: Prescription, names: Pseudonyms): Prescription {
  const tool = names.unless(from.tool, common.isTool);
  const operation = names.unless(from.operation, (text) => common.isOperation(from.tool, text));
  return {
    tool,
    operation,
    class: from.class,
    // Of the words only those that say what kind of thing was done.
    ...given("command", from.command, () => [tool, ...operation.split(" ")].filter((word) => word !== "")),
    ...given("intent", from.intent, (text) => names.text(text)),
    artifacts: from.artifacts.map((artifact) => artifactOf(artifact, names)),
    targets: from.targets.map((target) => targetOf(target, names)),
    targetCount: from.targetCount,
    scope: { class: from.scope.class, because: names.text(from.scope.because) },
    risk: {
      level: from.risk.level,
      tags: from.risk.tags.map(({ tag, level, field, because }) => ({
        tag: names.unless(tag, common.isTag),
        level,
        field: names.text(field),
        because: names.text(because),
      })),
      unknown: from.risk.unknown.map((text) => names.text(text)),
      rules: names.unless(from.risk.rules, common.isRules),
    },
    intentDigest: names.digest(from.intentDigest),
    expires: from.expires,
    ...given("process", from.process, ({ boot, pid, started }) => ({
      boot: names.text(boot),
      pid,
      started: names.text(started),
    })),
    ...given("approval", from.approval, ({ by, intentDigest }) => ({
      by: names.text(by),
      intentDigest: names.digest(intentDigest),
    })),
    redacted: from.redacted.map((secret) => redactedOf(secret, names)),
  };
}

function reportOf(from: Report, names: Pseudonyms, hashOf: HashInCopy): Report {
  const { prescription, prescriptionHash, verdict, exitCode, signal, durationMs, decline, error } = from;
  return {
    prescription: names.id(prescription),
    // One that was not the prescription's in the source is not in the copy either.
    prescriptionHash: hashOf(prescription, prescriptionHash) ?? names.digest(prescriptionHash),
    verdict,
    ...given("exitCode", exitCode, Number),
    ...given("signal", signal, (text) => names.unless(text, common.isSignal)),
    ...given("durationMs", durationMs, Number),
    output: from.output.map((artifact) => artifactOf(artifact, names)),
    ...given("decline", decline, ({ trigger, reason }) => ({
      trigger: names.unless(trigger, common.isTrigger),
      reason: names.text(reason),
    })),
    ...given("error", error, ({ kind, text }) => ({ kind, text: names.text(text) })),
    references: from.references.map(({ type, id }) => ({
      type: names.unless(type, common.isReference),
      id: names.text(id),
    })),
    redacted: from.redacted.map((secret) => redactedOf(secret, names)),
  };
}

function targetOf(target: Target, names: Pseudonyms): Target {
  const { system, kind, name, namespace, apiVersion, action, selector } = target;
  return {
    system: names.unless(system, common.isSystem),
    kind: names.unless(kind, () => common.isKind(target)),
    name: names.text(name),
    ...given("namespace", namespace, (text) => names.unless(text, common.isNamespace)),
    ...given("apiVersion", apiVersion, (text) => names.unless(text, common.isApiVersion)),
    action: names.unless(action, common.isAction),
    ...given("selector", selector, (text) => names.text(text)),
  };
}

/** The bytes stay behind; what is left says whether two of them were the same. */
function artifactOf({ name, digest, size, original }: Artifact, names: Pseudonyms): Artifact {
  return {
    name: names.unless(name, common.isArtifact),
    digest: names.digest(digest),
    size,
    stored: false,
    ...given("original", original, (text) => names.digest(text)),
  };
}

function redactedOf({ what, digest }: Redacted, names: Pseudonyms): Redacted {
  const isKnown = (text: string) => kindsOfSecrets.some((kind) => kind === text);
  return { what: names.unless(what, isKnown), digest: names.digest(digest) };
}
