import type { Actor, Coverage } from "../evidence/index.ts";
import type { Assessment, Materials } from "../risk/index.ts";
import type {
  Closed,
  Custody,
  EntrySelection,
  Outcome,
  Pending,
  Prescribed,
  Recorded,
  Recorder,
  Refusal,
  Reported,
  Selection,
} from "./model.ts";
import type { Details } from "./record/prescribe.ts";

/** A refusal of something that was prescribed. */
export type Decline = Omit<Refusal, "intent"> & { readonly prescription: string };
export type Cover = Omit<Coverage, "channel" | "through"> & { readonly actor: Actor };

/**
 * Where requests go once the caller's side is done: the log itself, or a recorder at the other end of a socket. All of
 * it survives JSON, but for the bytes of `output`.
 */
export interface Backend {
  readonly custody: Custody;
  readonly where: string;
  readonly made?: Recorder["made"];
  assess(materials: Materials): Promise<Assessment>;
  prescribe(materials: Materials, details: Details): Promise<Prescribed>;
  report(outcome: Outcome): Promise<Reported>;
  decline(refusal: Decline): Promise<Reported>;
  pending(selection: Selection): Promise<readonly Pending[]>;
  entry(id: string): Promise<Recorded | undefined>;
  entries(selection: EntrySelection): Promise<readonly Recorded[]>;
  cover(coverage: Cover): Promise<void>;
  closeLost(): Promise<readonly Closed[]>;
  checkpoint(): Promise<string>;
  close(): Promise<void>;
}
