import type {
  Actor,
  Anomaly,
  Capture,
  Coverage,
  Entry,
  EntryType,
  Prescription,
  Report,
  Trace,
  Verdict,
} from "../evidence/index.ts";
import type { Assessment, Document, Proposal } from "../risk/index.ts";

/** What somebody is about to do: what risk looks at, and what only the actor can tell. */
export interface Intent extends Proposal {
  readonly actor?: Actor | undefined;
  readonly session?: string | undefined;
  readonly trace?: Trace | undefined;
  /** Why, in the actor's own words. */
  readonly intent?: string | undefined;
  /** Seconds until a report counts as late; an hour unless told. */
  readonly expires?: number | undefined;
  /** The process whose end ends the operation, so that others can close it when nobody reports. */
  readonly process?: Prescription["process"] | undefined;
}

/** What somebody decided about an assessment before anything was written: yes, with a name, or no, with a reason. */
export type Decision =
  | { readonly is: "proceed" }
  | { readonly is: "approved"; readonly by: string }
  | { readonly is: "declined"; readonly trigger: string; readonly reason: string };

export interface PrescribeOptions {
  /** Asked once risk and targets are known. A decline is written as prescription and report, and nothing may be run. */
  readonly decide?: ((assessment: Assessment) => Promise<Decision>) | undefined;
}

export interface Prescribed {
  readonly id: string;
  /** SHA-256 in hex of the line as written: what a report is bound to. */
  readonly hash: string;
  readonly sequence: number;
  readonly assessment: Assessment;
  /** The short answer for whoever asked, human or agent. */
  readonly answer: string;
  readonly custody: Custody;
  /** There only where `decide` said no. */
  readonly declined?: Reported;
}

export interface Outcome {
  readonly prescription: string;
  /** Must agree with the exit code: 0 is success, more is failure. A command without one is an error. */
  readonly verdict: Exclude<Verdict, "declined">;
  readonly exitCode?: number | undefined;
  readonly signal?: string | undefined;
  readonly durationMs?: number | undefined;
  readonly error?: Report["error"] | undefined;
  /** What the operation said: kept after redaction. */
  readonly output?: readonly Document[] | undefined;
  readonly references?: Report["references"] | undefined;
  /** Whoever reports, if that must be the one who prescribed; the prescription's own actor unless told. */
  readonly actor?: Actor | undefined;
}

/** Declining what was not prescribed yet prescribes it first: what was refused is worth knowing. */
export interface Refusal {
  readonly prescription?: string | undefined;
  readonly intent?: Intent | undefined;
  /** What made the actor stop, as a word: "risk", "policy", "uncertain-target". */
  readonly trigger: string;
  /** Both are required, and have at most 512 characters. */
  readonly reason: string;
  readonly actor?: Actor | undefined;
}

export interface Reported {
  readonly id: string;
  readonly sequence: number;
  /** Id of the prescription that is closed by this. */
  readonly prescription: string;
  /** What was wrong with an otherwise accepted report: it came late. */
  readonly anomalies: readonly Anomaly[];
}

/** A prescription without a report. */
export interface Pending {
  readonly id: string;
  readonly hash: string;
  readonly sequence: number;
  readonly time: string;
  readonly actor: Actor;
  readonly session?: string;
  readonly tool: string;
  readonly operation: string;
  readonly level: Prescription["risk"]["level"];
  readonly command?: readonly string[];
  /** RFC 3339: a report after this is late. */
  readonly due: string;
  readonly overdue: boolean;
}

export interface Selection {
  readonly session?: string | undefined;
  readonly actor?: string | undefined;
}

export interface EntrySelection extends Selection {
  /** Sequence to begin with. */
  readonly from?: number | undefined;
  /** At most this many; 100 unless told, 1,000 at most. */
  readonly limit?: number | undefined;
  readonly type?: EntryType | undefined;
}

/** An entry as it stands in the log. */
export interface Recorded<Type extends EntryType = EntryType> {
  readonly entry: Entry<Type>;
  readonly hash: string;
}

/** What was closed because nobody will: the process is gone, or the time is over. */
export interface Closed {
  readonly prescription: string;
  readonly because: "lost" | "missing-report";
}

export type Custody = Capture["custody"];

export interface Recorder extends AsyncDisposable {
  /** Whether the key is out of the reach of whoever is recorded here. */
  readonly custody: Custody;
  /** The log's directory, or the socket of the recorder that has it. */
  readonly where: string;
  /** There only where log and key did not exist before. */
  readonly made?: { readonly log: string; readonly key: string } | undefined;
  /** Durable when it resolves: only then may the operation begin. */
  prescribe(intent: Intent, options?: PrescribeOptions): Promise<Prescribed>;
  report(outcome: Outcome): Promise<Reported>;
  decline(refusal: Refusal): Promise<Reported>;
  pending(selection?: Selection): Promise<readonly Pending[]>;
  entry(id: string): Promise<Recorded | undefined>;
  entries(selection?: EntrySelection): Promise<readonly Recorded[]>;
  /** Says what this channel sees and what it does not, from now on. */
  cover(coverage: Omit<Coverage, "channel" | "through">): Promise<void>;
  /** Closes what dead processes left open, and records once what is overdue. */
  closeLost(): Promise<readonly Closed[]>;
  /** A signed checkpoint over all that is written: whoever keeps it can tell later that nothing was taken away. */
  checkpoint(): Promise<string>;
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** The log's directory; the user's own unless told. Naming it means that no recorder is looked for. */
  readonly log?: string | undefined;
  /** The recorder's socket; `$AIRWORTHY_RECORDER` or the machine's own, where it exists, unless told. */
  readonly socket?: string | undefined;
  /** False: a log that is not there is an error instead of a beginning. */
  readonly create?: boolean | undefined;
  /** Who acts, where the intent does not say. */
  readonly actor?: Actor | undefined;
  readonly session?: string | undefined;
  readonly channel: Capture["channel"];
  /** Which program, for a channel that serves several. */
  readonly through?: string | undefined;
  readonly environment?: NodeJS.ProcessEnv | undefined;
}
