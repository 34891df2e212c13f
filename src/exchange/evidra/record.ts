import { hash } from "node:crypto";
import { goRaw, goText, goTime, type Member, membersOf } from "./go-json.ts";

/** One entry of Evidra's, as it stands in its log. */
export interface EvidraRecord {
  readonly id: string;
  readonly previous: string;
  readonly hash: string;
  readonly signature: string;
  readonly type: string;
  readonly session: string;
  readonly trace: string;
  readonly span: string;
  readonly parentSpan: string;
  readonly actor: Readonly<Record<string, string>>;
  readonly timestamp: string;
  readonly intentDigest: string;
  readonly artifactDigest: string;
  readonly payload: unknown;
  readonly adapterVersion: string;
  /** Members that have a value and no place in our format. */
  readonly others: readonly string[];
  /** Whether the hash is that of what the entry says. */
  readonly expectedHash: string;
}

type Kind = "text" | "optional text" | "number" | "actor" | "time" | "raw" | "texts";

/** Every member in its order. What is optional is left out when it is empty; what is not is written all the same. */
const members: Readonly<Record<string, Kind>> = {
  entry_id: "text",
  previous_hash: "text",
  hash: "text",
  signature: "text",
  type: "text",
  tenant_id: "optional text",
  session_id: "optional text",
  operation_id: "optional text",
  attempt: "number",
  trace_id: "text",
  span_id: "optional text",
  parent_span_id: "optional text",
  actor: "actor",
  timestamp: "time",
  intent_digest: "optional text",
  artifact_digest: "optional text",
  payload: "raw",
  scope_dimensions: "texts",
  spec_version: "text",
  canonical_version: "text",
  adapter_version: "text",
  scoring_version: "optional text",
};
const names = Object.keys(members);
const actorMembers = ["type", "id", "provenance", "instance_id", "version", "skill_version"];
const actorOptional = ["instance_id", "version", "skill_version"];
const unhashed = new Set(["hash", "signature"]);

/** What is wrong with a line that cannot be read. */
export interface Unreadable {
  readonly code: "MALFORMED" | "UNKNOWN_MEMBER";
  readonly message: string;
}

/** Reads a line. Evidra itself drops members that it does not know; here they are a place to hide something. */
export function readRecord(line: string): EvidraRecord | Unreadable {
  const found = membersOf(line);
  if (!found) return { code: "MALFORMED", message: `expected an entry as one JSON object, found ${show(line)}` };
  const unknown = found.find(({ name }) => !(name in members));
  if (unknown)
    return { code: "UNKNOWN_MEMBER", message: `expected only what Evidra writes, found member ${show(unknown.name)}` };
  const given = new Map(found.map(({ name, raw }) => [name, raw]));
  if (given.size !== found.length)
    return { code: "UNKNOWN_MEMBER", message: "expected every member once, found one twice" };
  const wrong = names.find((name) => !isOf(members[name] ?? "raw", given.get(name)));
  if (wrong !== undefined) {
    return {
      code: "MALFORMED",
      message: `${wrong}: expected ${members[wrong]}, found ${show(given.get(wrong) ?? "nothing")}`,
    };
  }

  const text = (name: string): string => JSON.parse(given.get(name) ?? '""');
  return {
    id: text("entry_id"),
    previous: text("previous_hash"),
    hash: text("hash"),
    signature: text("signature"),
    type: text("type"),
    session: text("session_id"),
    trace: text("trace_id"),
    span: text("span_id"),
    parentSpan: text("parent_span_id"),
    actor: JSON.parse(given.get("actor") ?? "{}"),
    timestamp: text("timestamp"),
    intentDigest: text("intent_digest"),
    artifactDigest: text("artifact_digest"),
    payload: JSON.parse(given.get("payload") ?? "null"),
    adapterVersion: text("adapter_version"),
    others: ["tenant_id", "operation_id", "attempt", "scope_dimensions"].filter((name) => given.has(name)),
    expectedHash: hashOf(found, given, text("hash")),
  };
}

/**
 * The hash of what the entry says, in Go's spelling. Where that is not the one it carries, the bytes as they stand are
 * tried: other versions of Go escape a few characters in another way, and what was hashed is what was written.
 */
function hashOf(found: readonly Member[], given: ReadonlyMap<string, string>, claimed: string): string {
  const spelled = names
    .filter((name) => !unhashed.has(name))
    .map((name) => [name, spell(members[name] ?? "raw", given.get(name))]);
  const written = spelled.filter(([, value]) => value !== "").map(([name, value]) => `"${name}":${value}`);
  const expected = digest(`{${written.join(",")}}`);
  if (expected === claimed) return expected;
  const verbatim = found.filter(({ name }) => !unhashed.has(name)).map(({ name, raw }) => `"${name}":${raw}`);
  const asWritten = digest(`{${verbatim.join(",")}}`);
  return asWritten === claimed ? asWritten : expected;
}

const digest = (text: string) => `sha256:${hash("sha256", text, "hex")}`;

/** The value as Go writes it, or nothing where Go leaves the member out. */
function spell(kind: Kind, raw: string | undefined): string {
  const value = raw === undefined ? undefined : JSON.parse(raw);
  switch (kind) {
    case "text":
      return goText(value ?? "");
    case "optional text":
      return value ? goText(value) : "";
    case "number":
      return value ? String(value) : "";
    case "time":
      return `"${goTime(value)}"`;
    case "raw":
      return raw === undefined ? "null" : goRaw(raw);
    case "texts":
      return Object.keys(value ?? {}).length === 0 ? "" : spellTexts(value);
    case "actor": {
      const parts = actorMembers.filter((name) => !actorOptional.includes(name) || value?.[name]);
      return `{${parts.map((name) => `"${name}":${goText(value?.[name] ?? "")}`).join(",")}}`;
    }
  }
}

/** Go sorts the keys of a map by their bytes. */
function spellTexts(texts: Readonly<Record<string, string>>): string {
  const keys = Object.keys(texts).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return `{${keys.map((key) => `${goText(key)}:${goText(texts[key] ?? "")}`).join(",")}}`;
}

function isOf(kind: Kind, raw: string | undefined): boolean {
  if (raw === undefined) return kind !== "time" && kind !== "actor";
  const value: unknown = JSON.parse(raw);
  if (kind === "raw") return true;
  if (kind === "number") return Number.isSafeInteger(value);
  if (kind === "actor") return isTexts(value) && Object.keys(value).every((name) => actorMembers.includes(name));
  if (kind === "texts") return isTexts(value);
  if (kind === "time") return typeof value === "string" && isTime(value);
  return typeof value === "string";
}

function isTexts(value: unknown): value is Record<string, string> {
  return typeof value === "object" && value !== null && Object.values(value).every((text) => typeof text === "string");
}

function isTime(text: string): boolean {
  return (
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text))
  );
}

function show(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text);
}
