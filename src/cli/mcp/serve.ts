import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { instructionsPrompt, parseActor } from "../../recorder/index.ts";
import { command } from "../shell/command.ts";
import { UsageProblem } from "../shell/exit.ts";
import { version } from "../shell/version.ts";
import { actorOptions, placeOptions } from "../support/recording.ts";

export default command({
  summary: "Offer the recorder to agents over MCP, on standard input and output or over HTTP",
  usage: "",
  options: {
    http: {
      type: "string",
      value: "[HOST:]PORT",
      text: "serve over HTTP there; on this machine only unless a host is given",
    },
    "token-file": { type: "string", value: "FILE", text: "holds the token for HTTP; made if it is not there" },
    "allow-host": {
      type: "string",
      multiple: true,
      value: "NAME",
      text: "a further name under which clients may ask for it",
    },
    ...actorOptions,
    model: { type: "string", value: "NAME", text: "the model behind the agent; $AIRWORTHY_MODEL unless told" },
    prompt: { type: "string", value: "NAME", text: "the instructions the agent has; those of this server unless told" },
    ...placeOptions,
  },
  examples: ["mcp", "mcp --http 7410", "mcp serve --http 0.0.0.0:7410 --token-file /etc/airworthy/mcp-token"],
  details: [
    "Without --http it serves the one client that started it: claude mcp add airworthy -- airworthy mcp",
    "Over HTTP every client brings the token: $AIRWORTHY_MCP_TOKEN, the file, or one that is made and kept for you.",
    "Beyond this machine a token must be given, and the connection should be inside TLS.",
  ].join("\n"),
  async run({ options, terminal, signal, note }) {
    const { Desk, serveHttp, serveStdio } = await import("../../mcp/index.ts");
    const { env } = terminal;
    const place = options.http === undefined ? undefined : addressOf(options.http);
    const sameMachine = place === undefined || isLoopback(place.host);
    await using desk = new Desk({
      log: options.log,
      socket: options.socket,
      environment: env,
      actor:
        options.actor === undefined
          ? env.AIRWORTHY_ACTOR
            ? parseActor(env.AIRWORTHY_ACTOR)
            : undefined
          : parseActor(options.actor),
      session: options.session ?? (env.AIRWORTHY_SESSION || undefined),
      model: options.model ?? (env.AIRWORTHY_MODEL || undefined),
      prompt: options.prompt ?? instructionsPrompt,
      version: await version(),
      sameMachine,
    });
    if (place === undefined) {
      await serveStdio(desk, { input: terminal.stdin, output: terminal.stdout.stream }, signal);
      return {};
    }
    const { token, from } = await tokenOf(options["token-file"], env, sameMachine);
    const names = options["allow-host"];
    await using service = await serveHttp(desk, { ...place, token, names, onError: (text) => note(`mcp: ${text}`) });
    note(`serving ${service.url}; the token is in ${from}`);
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    return { text: "stopped" };
  },
});

interface Address {
  readonly host: string;
  readonly port: number;
}

function addressOf(text: string): Address {
  const [, host = "127.0.0.1", port = ""] = /^(?:(\[[^\]]+\]|[^:]+):)?(\d{1,5})$/.exec(text) ?? [];
  if (port === "" || Number(port) > 65_535) {
    throw new UsageProblem("BAD_OPTION", `--http: expected [HOST:]PORT, found "${text}"`);
  }
  return { host: host.replace(/^\[|\]$/g, ""), port: Number(port) };
}

const isLoopback = (host: string) => host === "localhost" || host === "::1" || /^127\./.test(host);

async function tokenOf(file: string | undefined, env: NodeJS.ProcessEnv, sameMachine: boolean) {
  const { checked, McpProblem, tokenIn } = await import("../../mcp/index.ts");
  if (file !== undefined && !sameMachine)
    return { token: checked((await readFile(file, "utf8")).trim(), file), from: file };
  if (file !== undefined) return { token: await tokenIn(file), from: file };
  const variable = "AIRWORTHY_MCP_TOKEN";
  if (env[variable]) return { token: checked(env[variable], variable), from: `$${variable}` };
  if (!sameMachine) {
    throw new McpProblem("NO_TOKEN", "--http: others can reach this address, and no token was given for them", {
      hint: `set $${variable}, or name a file that holds one: --token-file FILE`,
    });
  }
  const path = join(env.XDG_DATA_HOME ?? join(env.HOME ?? homedir(), ".local", "share"), "airworthy", "mcp-token");
  return { token: await tokenIn(path), from: path };
}
