import type { Passed } from "./model.ts";

/** Far more than an agent that reads its answers asks for, and far less than providers refuse. */
const most = { requests: 120, bytes: 64 * 1024 ** 2 };
const spanMs = 60_000;

/**
 * Whether somebody asked so much at once that a refusal is its own doing: within any minute, for who has used up an
 * allowance may be refused long after.
 */
export function floodIn(asked: readonly Passed[]): string | undefined {
  const times = asked.map(({ time }) => Date.parse(time));
  let first = 0;
  let bytes = 0;
  for (const [at, { requestBytes }] of asked.entries()) {
    bytes += requestBytes;
    for (; (times[at] ?? 0) - (times[first] ?? 0) >= spanMs; first += 1) bytes -= asked[first]?.requestBytes ?? 0;
    const requests = at - first + 1;
    if (requests > most.requests) return `more than ${most.requests} requests within a minute`;
    if (bytes > most.bytes) return `more than ${most.bytes} bytes within a minute`;
  }
  return undefined;
}
