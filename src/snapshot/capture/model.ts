import type { KubeObject } from "../../kubernetes/index.ts";

/** Milliseconds of the clock. */
export type Moment = number;

/** An object as it was seen at a moment. */
export interface Observed {
  readonly time: Moment;
  readonly type: "ADDED" | "MODIFIED" | "DELETED" | undefined;
  readonly object: KubeObject;
}

export interface LogLine {
  /** As kubelet wrote it, to the nanosecond: lines of one moment keep their order. */
  readonly time: string;
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
  readonly service: string | undefined;
  readonly body: string;
}

export interface Sample {
  readonly time: Moment;
  readonly name: string;
  readonly value: number;
  readonly type: "counter" | "gauge";
  readonly labels: Readonly<Record<string, string>>;
}

export interface Span {
  readonly time: Moment;
  readonly trace: string;
  readonly span: string;
  readonly parent: string | undefined;
  readonly service: string;
  readonly namespace: string | undefined;
  readonly pod: string | undefined;
  readonly name: string;
  readonly kind: "server" | "client" | "internal";
  /** Nanoseconds. */
  readonly duration: number;
  readonly isError: boolean;
  readonly message: string | undefined;
  readonly attributes: Readonly<Record<string, string>>;
}

/** An alert as it was at one look at it. */
export interface Alert {
  readonly time: Moment;
  readonly activeAt: Moment;
  readonly value: number;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** From when on nothing was seen any more, and why. */
export interface Silence {
  readonly since: Moment;
  readonly reason: string;
}

/** What was seen of a cluster between two moments, in memory. */
export interface Recorded {
  readonly from: Moment;
  readonly to: Moment;
  readonly objects: readonly Observed[];
  readonly events: readonly Observed[];
  readonly logs: readonly LogLine[];
  readonly samples: readonly Sample[];
  readonly spans: readonly Span[];
  /** What could not be had, in words: a cluster without a metrics API, a pod whose log was gone. */
  readonly missing: readonly string[];
  /** It ended before it should: the cluster went away, or somebody did not want to wait. */
  readonly incomplete?: Silence | undefined;
}
