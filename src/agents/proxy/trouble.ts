import { floodIn } from "./flood.ts";
import type { Line, Passed } from "./model.ts";

export interface Trouble {
  readonly reason: string;
  /** The agent brought it about itself: then it is no excuse. */
  readonly isOwn: boolean;
}

/**
 * Why a model could not be asked any more, if it could not: the last that was asked of it was not answered, for a
 * reason that is the provider's, or the network's, or a key's. An agent that asked wrongly has itself to blame, and so
 * has one that asked for more than anybody would give it, or for another model than it was given.
 */
export function troubleIn(lines: readonly Line[], model?: string): Trouble | undefined {
  const asked = askedIn(lines);
  const last = asked.at(-1);
  if (last === undefined) return undefined;
  if (last.by !== "provider") {
    return isSilent(last) ? { reason: `${last.family}: no answer within ${last.seconds} s`, isOwn: false } : undefined;
  }
  if (isOwnFault(last) || (isRefusal(last) && isOther(asked, model))) return undefined;
  const times = asked.length - 1 - asked.findLastIndex(({ by }) => by !== "provider");
  const status = last.status === undefined ? "" : `${last.status} `;
  const reason = `${last.family}: ${status}${last.failure ?? ""}${times > 1 ? `, ${times} times` : ""}`;
  const flood = last.status === 401 ? undefined : floodIn(asked);
  return flood === undefined ? { reason, isOwn: false } : { reason: `${reason}, after ${flood}`, isOwn: true };
}

const askedIn = (lines: readonly Line[]) =>
  lines.filter((line): line is Passed => line.kind === "request" && line.asks);

const isRefusal = ({ status = 0 }: Passed) => [403, 404].includes(status);

/** What a model was asked and answered before is there and may be asked; who is refused then asked for something else. */
function isOther(asked: readonly Passed[], model: string | undefined): boolean {
  const answered = asked.some(({ by }) => by === undefined);
  return answered || (model !== undefined && asked.at(-1)?.model !== model);
}

/** A key that was refused so often will not be taken the next time. */
const refusals = 3;

export function isHopeless(lines: readonly Line[]): boolean {
  const asked = askedIn(lines).slice(-refusals);
  return asked.length === refusals && asked.every(({ status }) => status === 401);
}

/** Longer than any model thinks before the first word; whoever waited for it had no chance. */
const patienceSeconds = 120;

/** Who wants the whole at once may have to wait for it. */
const isSilent = ({ streams, firstByteSeconds, seconds }: Passed) =>
  streams && firstByteSeconds === undefined && seconds >= patienceSeconds;

/**
 * What providers say with the same number as to a question that is wrong, about a bill or a key. Only at the beginning:
 * further on there may be words of the question.
 */
const unpaid =
  /^[\w.]*: (?:your credit balance is too low|billing|api key (?:not valid|expired|not found)|insufficient)/i;

/** A question that cannot be understood, or is too long. */
function isOwnFault({ status = 0, failure = "" }: Passed): boolean {
  if ([400, 413, 422].includes(status)) return !unpaid.test(failure);
  return status > 0 && status < 400 && /invalid|context_length|content_filter|too.long/i.test(failure);
}
