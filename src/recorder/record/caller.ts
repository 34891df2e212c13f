import { hostname } from "node:os";
import {
  type Actor,
  type Capture,
  type Draft,
  type EntryData,
  type EntryType,
  newId,
  type Peer,
  type Trace,
} from "../../evidence/index.ts";
import type { Custody } from "../model.ts";

/** Who asks, and how that is known. What they say of themselves is a claim; `peer` is the kernel's word. */
export interface Caller {
  readonly channel: Capture["channel"];
  readonly through?: string | undefined;
  readonly custody: Custody;
  readonly peer?: Peer | undefined;
}

/** What an entry says about its operation, whatever its type. */
interface About {
  readonly actor: Actor;
  readonly session?: string | undefined;
  readonly trace?: Trace | undefined;
  /** A new one unless told. */
  readonly id?: string | undefined;
}

export function draftOf<Type extends EntryType>(
  caller: Caller,
  type: Type,
  about: About,
  data: EntryData[Type],
): Draft<Type> {
  const { channel, through, custody, peer } = caller;
  const now = Date.now();
  return given({
    id: about.id ?? newId(now),
    time: new Date(now).toISOString(),
    type,
    actor: given(about.actor),
    session: about.session,
    trace: about.trace && given(about.trace),
    capture: given({ channel, through, custody, peer: peer && given(peer), host: hostname() || undefined }),
    data,
  }) as Draft<Type>;
}

/** An entry leaves out what does not apply: there is no `undefined` in it. */
export function given<T extends object>(members: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof T]: Exclude<T[Key], undefined> };
}
