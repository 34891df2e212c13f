import type { AuditEvent } from "./event.ts";
import { codeOf } from "./write.ts";

/** A look that the API server saw and answered. */
export interface Read {
  readonly time: string;
  readonly verb: string;
  readonly resource: string;
  readonly namespace?: string;
  readonly name?: string;
}

/** The same look within a second tells nothing new. */
const againMs = 1_000;

/** Passes events on, and notes on the way what a user looked at by its own hand. */
export async function* notingReads(
  user: string,
  events: AsyncIterable<AuditEvent>,
  reads: Read[],
): AsyncIterable<AuditEvent> {
  const last = new Map<string, number>();
  for await (const event of events) {
    const read = event.user.username === user ? readOf(event) : undefined;
    if (read !== undefined) {
      const { time, ...what } = read;
      const [key, at] = [JSON.stringify(what), Date.parse(time)];
      if (at - (last.get(key) ?? Number.NEGATIVE_INFINITY) >= againMs) {
        reads.push(read);
        last.set(key, at);
      }
    }
    yield event;
  }
}

function readOf(event: AuditEvent): Read | undefined {
  const { verb, stage, objectRef = {}, requestReceivedTimestamp: time } = event;
  const { resource, subresource = "", namespace, name } = objectRef;
  // A watch is told when it begins and when it ends, which may be much later.
  const isNow = stage === (verb === "watch" ? "ResponseStarted" : "ResponseComplete");
  const isLook = ["get", "list", "watch"].includes(verb) && ["", "log", "status", "scale"].includes(subresource);
  if (resource === undefined || !isNow || !isLook || codeOf(event) >= 400) return undefined;
  return { time, verb, resource, ...(namespace ? { namespace } : {}), ...(name ? { name } : {}) };
}
