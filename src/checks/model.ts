/** What a check found. `expected` and `found` are for people; a report shows them side by side. */
export interface Finding {
  /** A sentence that is true when all is well. */
  readonly check: string;
  readonly kind: "outcome" | "preservation" | "authority" | "judgement" | "evidence";
  readonly ok: boolean;
  readonly expected: string;
  readonly found: string;
}
