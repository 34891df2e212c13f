import type { EntryType } from "../../evidence/index.ts";
import { type Recorded, type Recorder, RecorderProblem } from "../../recorder/index.ts";
import { UsageProblem } from "../shell/exit.ts";

const types: readonly EntryType[] = [
  "log",
  "key",
  "prescription",
  "report",
  "anomaly",
  "coverage",
  "recovery",
  "import",
];

export function typeNamed(text: string | undefined): EntryType | undefined {
  const found = types.find((type) => type === text);
  if (found !== undefined || text === undefined) return found;
  throw new UsageProblem("BAD_OPTION", `--type: expected one of ${types.join(", ")}, found "${text}"`);
}

export function wholeNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined || /^\d{1,15}$/.test(text)) return text === undefined ? undefined : Number(text);
  throw new UsageProblem("BAD_OPTION", `${option}: expected a whole number, found "${text}"`);
}

/** The entry that somebody means by an id or a sequence number. */
export async function entryNamed(recorder: Recorder, name: string): Promise<Recorded> {
  const [found] = /^\d{1,15}$/.test(name)
    ? (await recorder.entries({ from: Number(name), limit: 1 })).filter(({ entry }) => entry.sequence === Number(name))
    : [await recorder.entry(name.toLowerCase())];
  if (found) return found;
  throw noSuchEntry(recorder.where, name);
}

export function noSuchEntry(where: string, name: string): RecorderProblem {
  return new RecorderProblem("NO_SUCH_ENTRY", `${where}: no entry "${name}"`, {
    hint: "ids and sequence numbers are in: airworthy log show",
  });
}
