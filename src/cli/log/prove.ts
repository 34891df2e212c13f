import { openLog } from "../../evidence/index.ts";
import { RecorderProblem } from "../../recorder/index.ts";
import { command } from "../shell/command.ts";
import { directoryOf, directoryOptions } from "../support/log-directory.ts";

export default command({
  summary: "Write a proof that one entry is in the log, for somebody who does not have the log",
  usage: "ID",
  options: directoryOptions,
  examples: ["log prove 41 > entry-41.proof", "log prove 01900000-0000-7000-8000-000000000000"],
  details: "Whoever has the public key checks it with: airworthy log verify --proof FILE --key PUBLIC",
  async run({ options, arguments: [id = ""], terminal }) {
    await using log = await openLog(directoryOf(options, terminal));
    const sequence = /^\d{1,15}$/.test(id) ? Number(id) : (await log.find(id.toLowerCase()))?.entry.sequence;
    const [found] = sequence === undefined ? [] : await log.select({ from: sequence, limit: 1 });
    if (sequence === undefined || found?.entry.sequence !== sequence) {
      throw new RecorderProblem("NO_SUCH_ENTRY", `${log.directory}: no entry "${id}"`, {
        hint: "ids and sequence numbers are in: airworthy log show",
      });
    }
    const proof = await log.prove(sequence);
    return { data: { sequence, id: found.entry.id, proof }, text: proof };
  },
});
