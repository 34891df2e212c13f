import { openSnapshot, serveTools } from "../../snapshot/index.ts";
import { command } from "../shell/command.ts";
import { version } from "../shell/version.ts";

export default command({
  summary: "Offer a snapshot's data to an agent over MCP, on standard input and output",
  usage: "SNAPSHOT",
  options: {},
  examples: ["snapshot tools sre/Scenario-9", "snapshot tools incident.tar.zst"],
  details: [
    "Alerts, changes of objects with their differences, logs with search and patterns, metrics with changes of level,",
    "traces with critical path and origin of errors, topology, and SQL that can only read. Labels are not served.",
    "For example: claude mcp add incident -- airworthy snapshot tools sre/Scenario-9",
  ].join("\n"),
  async run({ arguments: [path = ""], terminal, signal, report, note }) {
    using store = await openSnapshot(path, { environment: terminal.env, signal, report });
    if (store.incomplete) note(store.incomplete);
    const streams = { input: terminal.stdin, output: terminal.stdout.stream };
    await serveTools(store, streams, { version: await version(), signal });
    return {};
  },
});
