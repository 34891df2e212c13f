import type { EvidenceLog, Written } from "../../evidence/index.ts";
import { anonymise, attest, sendOtlp } from "../../exchange/index.ts";
import type { Report } from "../../process/index.ts";
import { command, type Outcome } from "../shell/command.ts";
import { UsageProblem } from "../shell/exit.ts";
import { directoryOptions, logOf, writtenNamed } from "../support/log-directory.ts";
import { wholeNumber } from "../support/selection.ts";

export default command({
  summary: "Give evidence to others: a copy without names, one entry for in-toto, or all of it to a collector",
  usage: "",
  options: {
    anonymise: { type: "string", value: "DIRECTORY", text: "make a copy there that names nobody and nothing" },
    "in-toto": { type: "string", value: "ID", text: "print one entry as a signed in-toto statement" },
    otlp: { type: "string", value: "URL", text: "send the entries to an OpenTelemetry collector, as logs" },
    header: { type: "string", multiple: true, value: "NAME:VALUE", text: "a header for the collector" },
    from: { type: "string", value: "N", text: "send from this sequence on" },
    ...directoryOptions,
  },
  examples: [
    "log export --anonymise ./for-research",
    "log export --in-toto 41 > entry-41.intoto.json",
    "log export --otlp http://localhost:4318 --from 1000",
  ],
  details:
    "A copy is a log of its own, with its own key: it verifies by itself, and says of which checkpoint it is a copy.",
  async run({ options, terminal, report, signal }) {
    const wanted = [options.anonymise, options["in-toto"], options.otlp].filter((each) => each !== undefined);
    if (wanted.length !== 1) {
      const found = wanted.length === 0 ? "none" : "several";
      throw new UsageProblem(
        "BAD_OPTION",
        `log export: expected one of --anonymise, --in-toto and --otlp, found ${found}`,
      );
    }
    await using log = await logOf(options, terminal);
    if (options.anonymise !== undefined) return await copy(log, options.anonymise, report, signal);
    if (options["in-toto"] !== undefined) return await statement(log, options["in-toto"]);
    return await send(
      log,
      options.otlp ?? "",
      wholeNumber("--from", options.from),
      headersOf(options.header),
      report,
      signal,
    );
  },
});

async function copy(log: EvidenceLog, directory: string, report: Report, signal: AbortSignal): Promise<Outcome> {
  const step = `copy to ${directory}`;
  report({ step, state: "running" });
  const { publicKey, checkpoint, entries, left, ...rest } = await anonymise(log, directory, signal);
  report({ step, state: "done", note: `${entries} entries` });
  const key = publicKey.toString("base64");
  const text = [
    `${entries} entries without names: ${rest.directory}`,
    ...(left > 0 ? [`${left} about the log's own keys and files were left out`] : []),
    `who gets it verifies it with: airworthy log verify --log DIRECTORY --key ${key}`,
  ].join("\n");
  return { data: { ...rest, entries, left, publicKey: key, checkpoint }, text };
}

async function statement(log: EvidenceLog, id: string): Promise<Outcome> {
  const envelope = await attest(log, await writtenNamed(log, id));
  return { data: envelope, text: JSON.stringify(envelope, null, 2) };
}

async function send(
  log: EvidenceLog,
  url: string,
  from: number | undefined,
  headers: Readonly<Record<string, string>>,
  report: Report,
  signal: AbortSignal,
): Promise<Outcome> {
  const step = `send to ${url}`;
  const sent = await sendOtlp(
    url,
    counted(log.entries({ from }), (done) => report({ step, state: "running", done, unit: "items" })),
    {
      headers,
      signal,
    },
  );
  report({ step, state: "done" });
  const text = [
    `${sent.entries} entries in ${sent.requests} requests${sent.rejected > 0 ? `, ${sent.rejected} rejected` : ""}`,
    ...sent.remarks,
    ...(sent.last === undefined ? [] : [`next time: --from ${sent.last + 1}`]),
  ];
  return { data: sent, text: text.join("\n") };
}

async function* counted(entries: AsyncIterable<Written>, report: (done: number) => void): AsyncGenerator<Written> {
  let done = 0;
  for await (const written of entries) {
    yield written;
    done += 1;
    if (done % 100 === 0) report(done);
  }
}

function headersOf(given: readonly string[]): Readonly<Record<string, string>> {
  const pairs = given.map((text) => {
    const [, name, value] = /^([^:\s]+):\s*(.*)$/s.exec(text) ?? [];
    if (name === undefined || value === undefined) {
      throw new UsageProblem("BAD_OPTION", `--header: expected NAME:VALUE, found no colon`);
    }
    return [name, value] as const;
  });
  return Object.fromEntries(pairs);
}
