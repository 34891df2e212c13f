import { command } from "../shell/command.ts";
import { directoryOptions, logOf } from "../support/log-directory.ts";

export default command({
  summary: "Sign what is in the log now; kept elsewhere, it shows later whether anything was taken away",
  usage: "",
  options: directoryOptions,
  examples: ["log checkpoint > checkpoint.txt", "log checkpoint --log ./evidence"],
  details: "It is a signed note as in c2sp.org/tlog-checkpoint. Verify with: airworthy log verify --checkpoint FILE",
  async run({ options, terminal }) {
    await using log = await logOf(options, terminal);
    const checkpoint = await log.checkpoint();
    return { data: { checkpoint }, text: checkpoint };
  },
});
