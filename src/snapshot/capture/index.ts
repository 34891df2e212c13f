import type { Client } from "../../kubernetes/index.ts";
import { alertsIn } from "./alerts.ts";
import type { Alert, Recorded } from "./model.ts";
import { type RecordOptions, record } from "./record.ts";
import { readRules, usualRules } from "./rules.ts";
import { withoutSecrets } from "./secrets.ts";
import { type Files, filesOf, writeFiles } from "./write.ts";

export type { Alert, Recorded } from "./model.ts";
export { collectorLabel } from "./spans.ts";
export { type Files, filesOf, writeFiles } from "./write.ts";

export interface CaptureOptions extends RecordOptions {
  /** A file of rules for alerts; ours unless told. */
  readonly rules?: string | undefined;
}

/** What was seen, without secrets, with what would have fired. */
export interface Captured {
  readonly recorded: Recorded;
  readonly alerts: readonly Alert[];
}

export interface Capture extends AsyncDisposable {
  /** Settles when the cluster has not answered for a while: to wait for more is in vain. */
  readonly lost: Promise<void>;
  /** All there is, whatever became of the cluster. `early`: why it ends before it should, where it does. */
  finish(early?: string): Promise<Captured>;
}

/** Begins to see all that happens in a cluster. */
export async function capture(client: Client, options: CaptureOptions): Promise<Capture> {
  // What is wrong with the rules is said before anybody waits for minutes.
  const rules = await readRules(options.rules ?? usualRules);
  const recording = await record(client, options);
  return {
    lost: recording.lost,
    finish: async (early) => {
      const recorded = withoutSecrets(await recording.finish(early));
      return { recorded, alerts: alertsIn(recorded, rules) };
    },
    [Symbol.asyncDispose]: () => recording[Symbol.asyncDispose](),
  };
}

/** Puts a capture at a path: a directory, or an archive (.tar.zst, .tar.gz). How many bytes it took. */
export async function writeCapture(path: string, { recorded, alerts }: Captured, labels?: Files): Promise<number> {
  return await writeFiles(path, filesOf(recorded, alerts, labels));
}
