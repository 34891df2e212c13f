import { text as read } from "node:stream/consumers";
import { messageOf, Problem } from "../../problem/index.ts";
import { hooks } from "../../recorder/index.ts";
import { command } from "../shell/command.ts";
import { agentNamed, hookOptions, onFailureOf, settingsOf } from "../support/hook-options.ts";

/** To every agent this exit code means: do not run it. */
const blocked = 2;

export default command({
  summary: "Record what an agent is about to do; agents call this before their tools",
  usage: "AGENT",
  options: hookOptions,
  examples: ["hook pre claude < payload.json", "hook pre codex --block critical < payload.json"],
  details: "Reads the agent's payload from standard input and answers in the agent's own form.",
  async run({ options, arguments: [name = ""], terminal, note }) {
    try {
      const { runHook } = await hooks();
      const payload = await read(terminal.stdin);
      return { text: await runHook(agentNamed(name), payload, settingsOf(options), terminal.env) };
    } catch (thrown) {
      const hint = thrown instanceof Problem && thrown.hint ? `; ${thrown.hint}` : "";
      const why = `${messageOf(thrown)}${hint}`;
      if (onFailureOf(options) === "block") {
        note(`airworthy could not record this call, so it is not run: ${why}`);
        return { exitCode: blocked };
      }
      return { text: JSON.stringify({ systemMessage: `airworthy: NOT RECORDED: ${why}` }) };
    }
  },
});
