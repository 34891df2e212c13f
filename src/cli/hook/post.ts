import { text as read } from "node:stream/consumers";
import { hooks } from "../../recorder/index.ts";
import { command } from "../shell/command.ts";
import { agentNamed, hookOptions, settingsOf } from "../support/hook-options.ts";

export default command({
  summary: "Record what came of it; agents call this after their tools, turns and sessions",
  usage: "AGENT",
  options: hookOptions,
  examples: ["hook post claude < payload.json"],
  details: "Reads the agent's payload from standard input. Nothing is blocked any more: a failure is only told.",
  async run({ options, arguments: [name = ""], terminal }) {
    const { runHook } = await hooks();
    return { text: await runHook(agentNamed(name), await read(terminal.stdin), settingsOf(options), terminal.env) };
  },
});
