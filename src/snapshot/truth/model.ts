/** What was really wrong, and how it spread. */
export interface Truth {
  /** The form it was written in: the two published ones, or ours. */
  readonly version: "v1" | "v2";
  /** Whether anything is wrong at all; published ground truths are of incidents only. */
  readonly incident: boolean;
  readonly groups: readonly Group[];
  /** Ids of groups that stand for one another. */
  readonly aliases: readonly (readonly string[])[];
  /** In the order in which the incident spread. */
  readonly propagations: readonly Propagation[];
  /** Groups that stand for the parts of the system in which the faults are; none where nobody says. */
  readonly components: readonly string[];
  readonly alerts: readonly { readonly name: string; readonly group?: string }[];
  /** What is questionable about the ground truth itself, such as a reference to a group that is not there. */
  readonly flaws: readonly string[];
}

/** The objects that count as one thing: those of a kind whose names fit. */
export interface Group {
  readonly id: string;
  readonly kind: string;
  /** Undefined: any. */
  readonly namespace: string | undefined;
  /** Regular expressions over names; without any, `name` is the only one that fits. */
  readonly filters: readonly string[];
  readonly name: string | undefined;
  readonly root: boolean;
}

export interface Propagation {
  readonly source: string;
  readonly target: string;
}
