import type { Report } from "../process/index.ts";
import type { Component, Obtained, Source } from "./component.ts";
import type { Log } from "./log.ts";

/** What a way gets to work with. */
export interface Errand {
  readonly component: Component;
  /** Empty folder to fill: programs go to `bin/`. Thrown away if the way fails. */
  readonly into: string;
  /** Root of the airworthy package, where Go modules are. */
  readonly root: string;
  readonly report: Report;
  readonly log: Log;
  readonly signal: AbortSignal | undefined;
  /** Gets another component, for ways that need a tool themselves. */
  readonly obtain: (name: string) => Promise<Obtained>;
}

/** One way to get a component. */
export interface Way {
  readonly source: Source;
  readonly words: (component: Component) => string;
  /** Why this way does not exist for a component here; undefined if it does. */
  readonly closed: (component: Component) => string | undefined;
  /** Fills the errand's folder; gives the version where it may differ from the table's. */
  readonly fetch: (errand: Errand) => Promise<string | undefined>;
}
