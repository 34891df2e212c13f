/**
 * What an evidence log says, entry by entry. docs/spec/ has the same in words, for other implementations. Members are
 * strings, safe integers, booleans, lists and objects; what does not apply is left out, never null. Whoever reads an
 * entry refuses members that are not listed here: an unknown member is a place to hide something.
 */
export interface Entry<Type extends EntryType = EntryType> extends Draft<Type> {
  readonly format: "airworthy/1";
  /** The log's own name, the origin line of its checkpoints: an entry cannot be carried into another log. */
  readonly log: string;
  /** 0, 1, 2, … without a hole. */
  readonly sequence: number;
  /** SHA-256, in hex, of the line before as it was written, signature included. 64 zeros for the first. */
  readonly previous: string;
  /** The id of the key that signed. */
  readonly key: string;
  /** Ed25519 over "airworthy/entry/1", a zero byte, and the canonical bytes without this member; base64. */
  readonly signature: string;
}

/** An entry before it has its place in a log. */
export interface Draft<Type extends EntryType = EntryType> {
  /** UUID, version 7. A prescription is referred to by it. */
  readonly id: string;
  /** RFC 3339 in UTC with milliseconds: what the clock said. The order is that of the sequence, not of the clock. */
  readonly time: string;
  readonly type: Type;
  readonly actor: Actor;
  /** Operations that belong together, in the words of whoever runs the agent. */
  readonly session?: string;
  readonly trace?: Trace;
  readonly capture: Capture;
  readonly data: EntryData[Type];
}

export type EntryType = keyof EntryData;

export interface EntryData {
  /** The first entry of every log, and nowhere else. */
  readonly log: LogStart;
  readonly key: KeyChange;
  readonly prescription: Prescription;
  readonly report: Report;
  readonly anomaly: Anomaly;
  readonly coverage: Coverage;
  readonly recovery: Recovery;
  readonly import: Import;
}

export interface Actor {
  readonly kind: "agent" | "human" | "ci" | "service" | "unknown";
  readonly id: string;
  readonly model?: string;
  readonly version?: string;
  /** The instructions it was given: name and version of a prompt or skill. */
  readonly prompt?: string;
  /** Who sent it: the id of the actor above. */
  readonly parent?: string;
}

/** Ids of OpenTelemetry, in hex. */
export interface Trace {
  readonly trace: string;
  readonly span?: string;
  readonly parent?: string;
}

export interface Capture {
  readonly channel: "library" | "cli" | "exec" | "shim" | "hook" | "mcp" | "mcp-proxy" | "import" | "recorder";
  /** Which program, for a channel that serves several: "claude", "codex", the name of an MCP server. */
  readonly through?: string;
  /** Whether the key was out of the reach of whoever is recorded: "separate" only in a recorder under its own user. */
  readonly custody: "separate" | "shared";
  /** Who was at the other end of the recorder's socket, as the kernel said. */
  readonly peer?: Peer;
  readonly host?: string;
}

export interface Peer {
  readonly uid: number;
  readonly gid: number;
  readonly pid: number;
  readonly program?: string;
}

export interface LogStart {
  /** The first key, raw 32 bytes in base64. */
  readonly publicKey: string;
  /** For a log made from another one, such as an anonymised copy. */
  readonly derivedFrom?: { readonly log: string; readonly checkpoint: string; readonly how: string };
}

/** Signed by the key that ends; every later entry needs the new one. */
export interface KeyChange {
  readonly publicKey: string;
  readonly reason: string;
}

export type OperationClass = "read" | "plan" | "mutate" | "destroy" | "unknown";
export type ScopeClass = "production" | "staging" | "development" | "unknown";
export type Level = "low" | "medium" | "high" | "critical";

export interface Target {
  /** "kubernetes", "terraform", "docker", "aws", "gcloud", "azure", "argocd", "helm", "files", … */
  readonly system: string;
  readonly kind: string;
  /** "*" for all of a kind. */
  readonly name: string;
  readonly namespace?: string;
  readonly apiVersion?: string;
  /** What happens to it: "apply", "delete", "scale", "replace", … */
  readonly action: string;
  /** For targets named by a selector. */
  readonly selector?: string;
}

export interface RiskTag {
  readonly tag: string;
  readonly level: Level;
  /** Where the reason is: an object and the path in it, or the words of the command. */
  readonly field: string;
  /** One sentence. */
  readonly because: string;
}

export interface Prescription {
  readonly tool: string;
  readonly operation: string;
  readonly class: OperationClass;
  /** Redacted. One word of the command each; a line for a shell is `["sh", "-c", line]`. */
  readonly command?: readonly string[];
  /** In the actor's own words, redacted. */
  readonly intent?: string;
  readonly artifacts: readonly Artifact[];
  /** At most 1,000; `targetCount` has the true number. */
  readonly targets: readonly Target[];
  readonly targetCount: number;
  readonly scope: { readonly class: ScopeClass; readonly because: string };
  readonly risk: {
    readonly level: Level;
    readonly tags: readonly RiskTag[];
    /** What could not be understood or looked at. */
    readonly unknown: readonly string[];
    /** The version of the rules. */
    readonly rules: string;
  };
  /** Digest of tool, operation, class, targets and scope: the same intention twice has it twice. */
  readonly intentDigest: string;
  /** Seconds until a report counts as late and a missing one as missing. */
  readonly expires: number;
  /** The process whose end ends the operation, for whoever must close it later. */
  readonly process?: { readonly boot: string; readonly pid: number; readonly started: string };
  /** Given by a human before the action, bound to `intentDigest`. */
  readonly approval?: { readonly by: string; readonly intentDigest: string };
  readonly redacted: readonly Redacted[];
}

/** Bytes kept beside the log, after redaction, or only their digest. */
export interface Artifact {
  readonly name: string;
  /** SHA-256 in hex of the bytes that are kept (or would be), after redaction. */
  readonly digest: string;
  readonly size: number;
  readonly stored: boolean;
  /** Keyed digest of the bytes before redaction, to recognise them without having them. */
  readonly original?: string;
}

/** A secret that was taken out: its keyed digest says whether it is the same as another, nothing more. */
export interface Redacted {
  readonly what: string;
  readonly digest: string;
}

export type Verdict = "success" | "failure" | "error" | "declined";

export interface Report {
  /** Id of the prescription. */
  readonly prescription: string;
  /** SHA-256 in hex of the prescription's line: the outcome is bound to exactly that intent. */
  readonly prescriptionHash: string;
  readonly verdict: Verdict;
  /** 0 for success, above 0 for failure; absent for error (never started, killed, lost) and declined. */
  readonly exitCode?: number;
  readonly signal?: string;
  readonly durationMs?: number;
  readonly output: readonly Artifact[];
  /** For declined only. */
  readonly decline?: { readonly trigger: string; readonly reason: string };
  /** For error only: what went wrong. "lost" where nobody saw the end. */
  readonly error?: { readonly kind: "not-started" | "killed" | "timeout" | "lost" | "other"; readonly text: string };
  readonly references: readonly { readonly type: string; readonly id: string }[];
  readonly redacted: readonly Redacted[];
}

/** A report that did not fit its prescription, or did not come. */
export interface Anomaly {
  readonly kind: "unknown-report" | "double-report" | "late-report" | "missing-report" | "foreign-report" | "mismatch";
  /** Id of the prescription, as it was claimed. */
  readonly prescription: string;
  readonly text: string;
}

/** What a channel sees and what it does not, from this entry to the next one of the same channel. */
export interface Coverage {
  readonly channel: Capture["channel"];
  readonly through?: string;
  readonly state: "open" | "closed";
  readonly covers: readonly string[];
  readonly excludes: readonly string[];
}

/** An unfinished write was cut off the end; the bytes are kept beside the log. */
export interface Recovery {
  readonly bytes: number;
  readonly digest: string;
}

/** What follows was taken over from another format, up to and with `entries` entries. */
export interface Import {
  readonly format: string;
  readonly entries: number;
  readonly verified: boolean;
  /** The last hash or the checkpoint of the source. */
  readonly head: string;
  /** What the import could not take over. */
  readonly left: readonly string[];
}
