import { importEvidra } from "../../exchange/index.ts";
import { command } from "../shell/command.ts";
import { UsageProblem } from "../shell/exit.ts";
import { directoryOptions, logOf, publicKeysOf } from "../support/log-directory.ts";

export default command({
  summary: "Take over what another program recorded",
  usage: "",
  options: {
    evidra: { type: "string", value: "DIRECTORY", text: "an evidence directory of Evidra" },
    key: { type: "string", value: "PUBLIC", text: "the public key that signed there: a file or the key itself" },
    "even-if-invalid": { type: "boolean", text: "also take over what does not verify; the log says so" },
    ...directoryOptions,
  },
  examples: ["log import --evidra ~/.evidra/evidence --key evidra.pem"],
  details: "An entry before them says where the others came from, whether that verified, and what was left out.",
  async run({ options, terminal, report, signal }) {
    const { evidra } = options;
    if (evidra === undefined)
      throw new UsageProblem("MISSING_ARGUMENT", "log import: expected --evidra DIRECTORY, found nothing");
    const [publicKey] = options.key === undefined ? [] : await publicKeysOf([options.key]);
    await using log = await logOf(options, terminal, { create: true });
    const step = `import ${evidra}`;
    report({ step, state: "running" });
    const imported = await importEvidra(evidra, log, { publicKey, evenIfInvalid: options["even-if-invalid"], signal });
    report({ step, state: "done" });
    const { prescriptions, reports, anomalies, left, verification, entry } = imported;
    const text = [
      `${prescriptions} prescriptions, ${reports} reports and ${anomalies} anomalies follow entry ${entry.entry.sequence}`,
      `the source was ${verification.result}`,
      ...left.map((what) => `left out: ${what}`),
    ].join("\n");
    return { data: { ...imported, entry: entry.entry }, text };
  },
});
