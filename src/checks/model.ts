/** What a check found. `expected` and `found` are for people; a report shows them side by side. */
export interface Finding {
  /** A sentence that is true when all is well. */
  readonly check: string;
  readonly kind: "outcome" | "preservation" | "authority" | "judgement" | "evidence";
  readonly ok: boolean;
  readonly expected: string;
  readonly found: string;
}

/** What came of a call: an HTTP answer (of a job: its exit code), or why there was none, though there was a connection. */
export type Travelled =
  | { readonly status: number; readonly body: string }
  | { readonly status: undefined; readonly reason: string; readonly connected?: boolean };

/** What came of it, or why it could not even be tried. */
export interface Tried {
  readonly went?: Travelled;
  readonly cannot?: string;
}
