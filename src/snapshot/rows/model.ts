import type { Microseconds } from "../read/time.ts";

/** Where a row came from: its number in its file. Every answer cites it. */
interface Sourced {
  readonly row: number;
  /** Undefined where the row has none that can be read. */
  readonly time: Microseconds | undefined;
}

type Text = string | undefined;

export interface AlertRow extends Sourced {
  readonly name: string;
  readonly state: Text;
  readonly severity: Text;
  readonly namespace: Text;
  readonly service: Text;
  readonly activeAt: Microseconds | undefined;
  readonly value: number | undefined;
  readonly labels: string;
  readonly annotations: string;
}

export interface EventRow extends Sourced {
  readonly type: Text;
  readonly reason: Text;
  readonly message: Text;
  readonly count: number | undefined;
  readonly namespace: Text;
  readonly kind: Text;
  readonly name: Text;
  readonly component: Text;
  readonly firstTime: Microseconds | undefined;
}

/** An object as it was at a moment. */
export interface ObservationRow extends Sourced {
  readonly change: "ADDED" | "MODIFIED" | "DELETED" | undefined;
  readonly object: Readonly<Record<string, unknown>>;
  readonly kind: string;
  readonly namespace: Text;
  readonly name: string;
}

export interface LogRow extends Sourced {
  readonly severity: Text;
  readonly service: Text;
  readonly namespace: Text;
  readonly pod: Text;
  readonly container: Text;
  readonly trace: Text;
  readonly span: Text;
  readonly body: string;
  readonly attributes: Text;
}

export interface SpanRow extends Sourced {
  readonly trace: string;
  readonly span: string;
  readonly parent: Text;
  readonly service: Text;
  readonly namespace: Text;
  readonly pod: Text;
  readonly name: Text;
  readonly kind: Text;
  readonly durationNs: number | undefined;
  readonly isError: boolean;
  readonly message: Text;
  readonly attributes: Text;
}

export interface SampleRow extends Sourced {
  readonly metric: string;
  readonly value: number | undefined;
  readonly objectKind: "Pod" | "Service" | undefined;
  readonly object: Text;
  readonly namespace: Text;
  readonly type: Text;
  /** JSON, keys in order, so that it can stand for the series. */
  readonly labels: string;
}

/** How many rows in a file lack something, for the notes of a snapshot. */
export type Lacking = (what: string, row: number) => void;
