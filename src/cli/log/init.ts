import { command } from "../shell/command.ts";
import { directoryOptions, logOf } from "../support/log-directory.ts";
import { welcome } from "../support/recording.ts";

export default command({
  summary: "Start a log, with a key of its own",
  usage: "",
  options: {
    ...directoryOptions,
    keys: {
      type: "string",
      value: "DIRECTORY",
      text: "where the key is kept; $AIRWORTHY_KEYS or your own unless told",
    },
    name: {
      type: "string",
      value: "NAME",
      text: "the log's name in checkpoints, as in example.com/agents; random unless told",
    },
  },
  examples: ["log init", "log init --log ./evidence --name example.com/platform/agents"],
  details: "Recording starts a log by itself. This is for whoever wants to name it first.",
  async run({ options, terminal }) {
    await using log = await logOf(options, terminal, { create: true, origin: options.name });
    const { directory, origin, keyPath, created } = log;
    const text = created ? welcome({ log: directory, key: created.key }) : `there already: ${directory}`;
    const data = {
      directory,
      origin,
      publicKey: log.publicKey.toString("base64"),
      key: keyPath,
      created: created !== undefined,
    };
    return { data, text: `${text}\nname: ${origin}` };
  },
});
