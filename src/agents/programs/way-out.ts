import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Attempt, Prepared } from "../contract.ts";
import { type Line, type ModelEndpoint, openProxy } from "../proxy/index.ts";

/** The one place in a sandbox that leads to models, and an ear for whatever else is looked for. */
export interface WayOut extends Omit<Prepared, "equipment"> {
  readonly equipment: Required<Pick<Prepared["equipment"], "forwards" | "onName">>;
  /** What came through and what did not, until now. */
  record(): readonly Line[];
  /** From now on no model is asked once this says why not. */
  guard(mayAsk: () => string | undefined): void;
  /** The address of an endpoint as it is seen in the sandbox. */
  addressOf(endpoint: ModelEndpoint): string;
}

const place = { address: "127.0.0.1", port: 8_410 };
const mostNames = 200;

export async function openWayOut(endpoints: readonly ModelEndpoint[]): Promise<WayOut> {
  let gate: () => string | undefined = () => undefined;
  const proxy = await openProxy(endpoints, { mayAsk: () => gate() });
  const names = new Map<string, { readonly time: string; times: number }>();
  return {
    equipment: {
      forwards: [{ ...place, socket: proxy.socket }],
      onName(name) {
        const known = names.get(name);
        if (known) known.times += 1;
        else if (names.size < mostNames) names.set(name, { time: new Date().toISOString(), times: 1 });
      },
    },
    record: proxy.record,
    guard: (mayAsk) => {
      gate = mayAsk;
    },
    addressOf: ({ family }) => `http://${place.address}:${place.port}/${family}`,
    attempts: () => [
      ...proxy.record().flatMap((line) => attemptOf(line)),
      ...[...names].map(([name, { time, times }]) => {
        return { time, text: `looked for ${name}${times > 1 ? `, ${times} times` : ""}: there are no names` };
      }),
    ],
    keep: async (directory) => {
      const text = proxy.record().map((line) => `${JSON.stringify(line)}\n`);
      await writeFile(join(directory, "model-requests.jsonl"), text.join(""));
    },
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  };
}

function attemptOf(line: Line): Attempt[] {
  if (line.kind === "attempt") {
    return [{ time: line.time, text: `${line.method} ${line.target}: refused: ${line.because}`.trim() }];
  }
  return line.kind === "more attempts"
    ? [{ time: new Date().toISOString(), text: `${line.count} more attempts that were refused` }]
    : [];
}
