import { basename } from "node:path";
import { parseActor } from "../../recorder/index.ts";
import { command } from "../shell/command.ts";
import { onFailureOf } from "../support/hook-options.ts";
import { actorOptions, placeOptions } from "../support/recording.ts";

export default command({
  summary: "Stand between an agent and an MCP server, and record the tools it calls",
  usage: "-- SERVER [ARGUMENT…]",
  options: {
    name: { type: "string", value: "NAME", text: "the server's name in the log; its program's unless told" },
    "only-changes": { type: "boolean", text: "do not record calls that only read, as far as that is known" },
    "on-failure": {
      type: "string",
      value: "DO",
      text: "block or pass, when a call cannot be recorded; block unless told",
    },
    ...actorOptions,
    ...placeOptions,
  },
  examples: [
    "mcp proxy --name kubernetes -- npx -y kubernetes-mcp-server",
    "mcp proxy --only-changes -- ./server --stdio",
  ],
  details: [
    "Every message passes as it is. A call of a tool is on record before the server gets it; a call that cannot be",
    "recorded does not reach it, and the agent gets an error. The server's exit code is ours.",
  ].join("\n"),
  async run({ options, rest, terminal, signal, note }) {
    const { proxy } = await import("../../mcp/index.ts");
    const { env } = terminal;
    const named = options.actor ?? env.AIRWORTHY_ACTOR;
    const exitCode = await proxy({
      server: rest,
      name: options.name ?? basename(rest[0] ?? "server"),
      onlyChanges: options["only-changes"],
      onFailure: onFailureOf(options),
      log: options.log,
      socket: options.socket,
      actor: named ? parseActor(named) : undefined,
      session: options.session ?? (env.AIRWORTHY_SESSION || undefined),
      environment: env,
      input: terminal.stdin,
      output: terminal.stdout.stream,
      signal,
      onTrouble: (text) => note(`airworthy: ${text}`),
    });
    return { exitCode };
  },
});
