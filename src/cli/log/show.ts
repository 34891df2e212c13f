import type { Recorded, Recorder } from "../../recorder/index.ts";
import { command } from "../shell/command.ts";
import { UsageProblem } from "../shell/exit.ts";
import { duration } from "../support/duration.ts";
import { detailsOf, tableOf } from "../support/entry-text.ts";
import { newest } from "../support/newest.ts";
import { placeOptions, recorderOf } from "../support/recording.ts";
import { entryNamed, typeNamed, wholeNumber } from "../support/selection.ts";

export default command({
  summary: "Show what is recorded, or one entry with its risk and where it stands",
  usage: "[ID]",
  options: {
    type: { type: "string", value: "TYPE", text: "only these: prescription, report, anomaly, coverage, key, …" },
    session: { type: "string", value: "NAME", text: "only those of this session" },
    actor: { type: "string", value: "ID", text: "only those of this actor" },
    since: { type: "string", value: "TIME", text: "only those since then: 2026-01-31, 2026-01-31T12:00Z, or 2h ago" },
    from: { type: "string", value: "N", text: "begin with this sequence and go forwards" },
    limit: { type: "string", value: "N", text: "at most this many; 50 unless told" },
    pending: { type: "boolean", text: "only prescriptions that have no report yet" },
    ...placeOptions,
  },
  examples: [
    "log show",
    "log show --type prescription --actor claude --since 2h",
    "log show --from 0 --limit 100 --json",
    "log show 01900000-0000-7000-8000-000000000000",
  ],
  details: "An ID may also be a sequence number. Without --from the newest are shown, oldest first.",
  async run(context) {
    const {
      options,
      arguments: [id],
    } = context;
    const selection = { type: typeNamed(options.type), session: options.session, actor: options.actor };
    const limit = wholeNumber("--limit", options.limit) ?? 50;
    const from = wholeNumber("--from", options.from);
    const since = options.since === undefined ? undefined : moment(options.since, Date.now());
    await using recorder = await recorderOf(
      { log: options.log, socket: options.socket, create: false },
      "cli",
      context,
    );
    if (id !== undefined) {
      const found = await entryNamed(recorder, id);
      const standing = await standingOf(recorder, found);
      return { data: { ...found, standing }, text: detailsOf(found, standing) };
    }
    if (options.pending) {
      const pending = await recorder.pending({ session: options.session, actor: options.actor });
      const open = await Promise.all(pending.map(({ id: each }) => recorder.entry(each)));
      const text = tableOf(open.filter((each) => each !== undefined));
      return { data: pending, text: pending.length === 0 ? "nothing is open" : text };
    }
    const tooOld = (entry: Recorded["entry"]) => since !== undefined && Date.parse(entry.time) < since;
    const found =
      from === undefined
        ? await newest(recorder, selection, limit, tooOld)
        : (await recorder.entries({ ...selection, from, limit })).filter(({ entry }) => !tooOld(entry));
    return {
      data: found,
      text: found.length === 0 ? "no entry matches" : `${tableOf(found)}${more(found, limit, from)}`,
    };
  },
});

/** How to go on. */
function more(found: readonly Recorded[], limit: number, from: number | undefined): string {
  const [first, last] = [found[0]?.entry.sequence ?? 0, found.at(-1)?.entry.sequence ?? 0];
  if (found.length < limit) return "";
  if (from !== undefined) return `\nmore: --from ${last + 1}`;
  return first === 0 ? "" : `\nearlier: --from ${Math.max(0, first - limit)}`;
}

async function standingOf(recorder: Recorder, { entry }: Recorded): Promise<string> {
  if (entry.type !== "prescription") return "recorded";
  const open = (await recorder.pending()).find(({ id }) => id === entry.id);
  if (open) return open.overdue ? `overdue: a report was due ${open.due}` : `open: a report is due ${open.due}`;
  for (let from = entry.sequence; ; ) {
    const page = await recorder.entries({ type: "report", from, limit: 1_000 });
    const report = page.find((each) => (each.entry.data as { prescription?: string }).prescription === entry.id);
    if (report)
      return `reported: ${(report.entry.data as { verdict: string }).verdict}, entry ${report.entry.sequence}`;
    const last = page.at(-1);
    if (!last) return "reported";
    from = last.entry.sequence + 1;
  }
}

/** A date, a time, or a span that ends now. */
function moment(text: string, now: number): number {
  if (/^\d{4}-/.test(text)) {
    const time = Date.parse(text);
    if (!Number.isNaN(time)) return time;
    throw new UsageProblem("BAD_OPTION", `--since: expected a time like 2026-01-31T12:00Z, found "${text}"`);
  }
  return now - duration("--since", text);
}
