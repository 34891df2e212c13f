import type { TrialOptions } from "../../src/bench/index.ts";
import { type Cluster, localProvider } from "../../src/cluster/index.ts";

/** One cluster for trials that come one after another. */
export interface Lender extends AsyncDisposable {
  readonly clusters: TrialOptions["clusters"];
}

/**
 * Lends the same to all of them, with the application that the first one made: to make it again puts back what the one
 * before did to it. Everybody has another name, so that the audit log tells them apart. Whoever wants to see that
 * trials have nothing of one another takes clusters of their own.
 */
export function lender(name: string): Lender {
  let made: Promise<Cluster> | undefined;
  let lent = 0;
  return {
    clusters: async (signal) => {
      const spec = { name, nodes: [{ name: "node-1" }], addons: [], profile: "plain" } as const;
      made ??= localProvider().create(spec, { report: () => {}, signal });
      const cluster = await made;
      lent += 1;
      const agent = `agent-${lent}`;
      return {
        ...cluster,
        identify: (request, abort) => cluster.identify({ ...request, name: agent }, abort),
        [Symbol.asyncDispose]: async () => {},
      };
    },
    [Symbol.asyncDispose]: async () => await (await made)?.[Symbol.asyncDispose](),
  };
}
