import { defaultKeyDirectory, recoverLog } from "../../evidence/index.ts";
import { command } from "../shell/command.ts";
import { directoryOf, directoryOptions } from "../support/log-directory.ts";

export default command({
  summary: "Bring a log back after a crash or a full disk; nothing that was recorded is changed",
  usage: "",
  options: {
    keys: {
      type: "string",
      value: "DIRECTORY",
      text: "where private keys are; $AIRWORTHY_KEYS or your own unless told",
    },
    ...directoryOptions,
  },
  examples: ["log recover", "log recover --log ./evidence --json"],
  details: [
    "Recording does by itself what is needed after a crash. This also makes everything again that is derived from the",
    "entries. A log that was changed or cut is refused: put it back from a copy.",
  ].join("\n"),
  async run({ options, terminal, report }) {
    let last: string | undefined;
    const next = (step?: string) => {
      if (last !== undefined) report({ step: last, state: "done" });
      last = step;
      if (step !== undefined) report({ step, state: "running" });
    };
    const directory = directoryOf(options, terminal);
    const keyDirectory = options.keys ?? defaultKeyDirectory(terminal.env);
    const recovered = await recoverLog(directory, { keyDirectory, report: next });
    next();
    const { entries, torn, tiles } = recovered;
    const text = [
      `${entries} entries, all there`,
      ...(torn ? [`${torn.bytes} bytes of an unfinished write were cut off and are kept: ${torn.path}`] : []),
      ...(tiles > 0 ? [`${tiles} tiles were made again`] : []),
    ].join("\n");
    return { data: recovered, text };
  },
});
