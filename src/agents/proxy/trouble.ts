import type { Line, Passed } from "./model.ts";

/**
 * Why a model could not be asked any more, if it could not: the last that was asked of it was not answered, for a
 * reason that is the provider's, or the network's, or a key's. An agent that asked wrongly has itself to blame.
 */
export function troubleIn(lines: readonly Line[]): string | undefined {
  const asked = lines.filter((line): line is Passed => line.kind === "request" && line.asks);
  const last = asked.at(-1);
  if (last === undefined) return undefined;
  if (last.by !== "provider") return isSilent(last) ? `${last.family}: no answer within ${last.seconds} s` : undefined;
  // What a model was asked and answered before is there and may be asked; who is refused then asked for something else.
  const answered = asked.some(({ by }) => by === undefined);
  if (isOwnFault(last) || (answered && [403, 404].includes(last.status ?? 0))) return undefined;
  const times = asked.length - 1 - asked.findLastIndex(({ by }) => by !== "provider");
  const status = last.status === undefined ? "" : `${last.status} `;
  return `${last.family}: ${status}${last.failure ?? ""}${times > 1 ? `, ${times} times` : ""}`;
}

/** A key that was refused so often will not be taken the next time. */
const refusals = 3;

export function isHopeless(lines: readonly Line[]): boolean {
  const asked = lines.filter((line): line is Passed => line.kind === "request" && line.asks).slice(-refusals);
  return asked.length === refusals && asked.every(({ status }) => status === 401);
}

/** Longer than any model thinks before the first word; whoever waited for it had no chance. */
const patienceSeconds = 120;

const isSilent = ({ firstByteSeconds, seconds }: Passed) =>
  firstByteSeconds === undefined && seconds >= patienceSeconds;

/** A question that cannot be understood, or is too long. A bill that was not paid comes with the same number. */
function isOwnFault({ status = 0, failure = "" }: Passed): boolean {
  if (/credit|billing|quota|balance|api.?key/i.test(failure)) return false;
  if ([400, 413, 422].includes(status)) return true;
  return status > 0 && status < 400 && /invalid|context_length|content_filter|too.long/i.test(failure);
}
