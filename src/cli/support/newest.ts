import type { EntrySelection, Recorded, Recorder } from "../../recorder/index.ts";

/** As many as a recorder gives at once. */
const portion = 1_000;

/** The last entries that match, in order. A log is read forwards: its end is found, then windows before it, wider and wider. */
export async function newest(
  recorder: Recorder,
  selection: Omit<EntrySelection, "from" | "limit">,
  count: number,
  isTooOld: (entry: Recorded["entry"]) => boolean = () => false,
): Promise<readonly Recorded[]> {
  let found: readonly Recorded[] = [];
  let to = await endOf(recorder);
  for (let width = count; to > 0 && found.length < count; width *= 2) {
    const from = Math.max(0, to - width);
    found = [...(await between(recorder, selection, from, to)), ...found];
    to = from;
    if (found[0] && isTooOld(found[0].entry)) break;
  }
  return found.filter(({ entry }) => !isTooOld(entry)).slice(-count);
}

async function between(recorder: Recorder, selection: EntrySelection, from: number, to: number): Promise<Recorded[]> {
  const found: Recorded[] = [];
  for (let next = from; ; ) {
    const page = await recorder.entries({ ...selection, from: next, limit: portion });
    found.push(...page.filter(({ entry }) => entry.sequence < to));
    const last = page.at(-1)?.entry.sequence ?? to;
    if (page.length < portion || last >= to) return found;
    next = last + 1;
  }
}

/** One past the last sequence, by doubling and then halving. */
async function endOf(recorder: Recorder): Promise<number> {
  const at = async (from: number) => (await recorder.entries({ from, limit: 1 }))[0]?.entry.sequence;
  let low = 0;
  let high = 1;
  for (let found = await at(high); found !== undefined; found = await at(high)) {
    low = found + 1;
    high = low * 2;
  }
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const found = await at(middle);
    if (found === undefined) high = middle;
    else low = found + 1;
  }
  return low;
}
