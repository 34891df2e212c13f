import { setTimeout as sleep } from "node:timers/promises";
import { command } from "../shell/command.ts";
import { tableOf } from "../support/entry-text.ts";
import { newest } from "../support/newest.ts";
import { placeOptions, recorderOf } from "../support/recording.ts";
import { typeNamed, wholeNumber } from "../support/selection.ts";

/** How often a log is looked at that others write to. */
const everyMs = 500;

export default command({
  summary: "Show the newest entries, and those to come",
  usage: "",
  options: {
    follow: { type: "boolean", short: "f", text: "go on until Ctrl-C" },
    lines: { type: "string", short: "n", value: "N", text: "begin with this many; 10 unless told" },
    type: { type: "string", value: "TYPE", text: "only these: prescription, report, anomaly, …" },
    session: { type: "string", value: "NAME", text: "only those of this session" },
    actor: { type: "string", value: "ID", text: "only those of this actor" },
    ...placeOptions,
  },
  examples: ["log tail", "log tail -f --type anomaly", "log tail -f --json"],
  details: "With --json every entry is one line of JSON.",
  async run(context) {
    const { options, json, terminal, signal } = context;
    const selection = { type: typeNamed(options.type), session: options.session, actor: options.actor };
    const count = wholeNumber("--lines", options.lines) ?? 10;
    const { log, socket } = options;
    await using recorder = await recorderOf({ log, socket, create: false }, "cli", context);
    let next = 0;
    for (let first = true; ; first = false) {
      const found = first
        ? await newest(recorder, selection, Math.max(1, count))
        : await recorder.entries({ ...selection, from: next, limit: 1_000 });
      next = (found.at(-1)?.entry.sequence ?? next - 1) + 1;
      const shown = first ? found.slice(found.length - Math.min(count, found.length)) : found;
      const text = json ? shown.map((each) => JSON.stringify(each)).join("\n") : tableOf(shown, first);
      if (shown.length > 0) terminal.stdout.stream.write(`${text}\n`);
      if (!options.follow) return {};
      await sleep(everyMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return {};
    }
  },
});
