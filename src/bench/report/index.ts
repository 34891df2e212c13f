import { placeText } from "../results/index.ts";
import { gatherRun } from "./gather.ts";
import { pageOf } from "./page.ts";
import { type Counts, countVerdicts } from "./verdict.ts";

export interface WrittenReport {
  readonly path: string;
  readonly bytes: number;
  readonly trials: number;
  readonly verdicts: Counts;
}

/** Makes one page of a run, finished or not, that needs nothing else to be read. */
export async function writeReport(directory: string, path: string): Promise<WrittenReport> {
  const run = await gatherRun(directory);
  const page = pageOf(run);
  await placeText(path, page);
  return { path, bytes: Buffer.byteLength(page), trials: run.trials.length, verdicts: countVerdicts(run.trials) };
}
