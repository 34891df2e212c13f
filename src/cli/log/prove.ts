import { command } from "../shell/command.ts";
import { directoryOptions, logOf, writtenNamed } from "../support/log-directory.ts";

export default command({
  summary: "Write a proof that one entry is in the log, for somebody who does not have the log",
  usage: "ID",
  options: directoryOptions,
  examples: ["log prove 41 > entry-41.proof", "log prove 01900000-0000-7000-8000-000000000000"],
  details: "Whoever has the public key checks it with: airworthy log verify --proof FILE --key PUBLIC",
  async run({ options, arguments: [name = ""], terminal }) {
    await using log = await logOf(options, terminal);
    const { sequence, id } = (await writtenNamed(log, name)).entry;
    const proof = await log.prove(sequence);
    return { data: { sequence, id, proof }, text: proof };
  },
});
