import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { messageOf } from "../../../problem/index.ts";
import type { Stage } from "../../contract.ts";
import { Interruption } from "../interruption.ts";
import { capped, type Tool } from "./tool.ts";

export interface Connected extends AsyncDisposable {
  readonly tools: readonly Tool[];
  /** What the server wants a model to know, as clients pass it on. */
  readonly instructions: string | undefined;
}

export interface ServerCommand {
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Its tools are what is tried in place of commands. */
  readonly isShell?: boolean;
}

const connectMs = 60_000;
const callMs = 300_000;

/** Starts an MCP server in the sandbox and offers its tools. That it does not start is not the model's failure. */
export async function connectServer(
  home: Stage["home"],
  { name, command, env = {}, isShell = false }: ServerCommand,
  signal: AbortSignal,
): Promise<Connected> {
  const { file, args, env: outside } = home.command(command, { env });
  const transport = new StdioClientTransport({
    ...{ command: file, args: [...args], stderr: "pipe" },
    env: { PATH: outside.PATH ?? "" },
  });
  let said = "";
  transport.stderr?.on("data", (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(-2_000);
  });
  const client = new Client({ name: "airworthy", version: "1" }, { versionNegotiation: { mode: "auto" } });
  try {
    await client.connect(transport, { signal, timeout: connectMs });
    const { tools } = await client.listTools(undefined, { signal, timeout: connectMs });
    return {
      tools: tools.map((each) => offered(client, name, each, isShell)),
      instructions: client.getInstructions(),
      [Symbol.asyncDispose]: () => client.close(),
    };
  } catch (thrown) {
    await client.close().catch(() => {});
    signal.throwIfAborted();
    throw new Interruption(`the MCP server ${name} does not start: ${messageOf(thrown)}\n${said}`.trim());
  }
}

type Listed = Awaited<ReturnType<Client["listTools"]>>["tools"][number];

function offered(client: Client, server: string, tool: Listed, isCommand: boolean): Tool {
  return {
    // Providers take no other characters, and no more.
    name: `${server}_${tool.name}`.replaceAll(/[^\w-]/g, "_").slice(0, 64),
    description: tool.description ?? tool.title ?? tool.name,
    input: { json: tool.inputSchema },
    isCommand,
    async run(input, signal) {
      const began = performance.now();
      const result = await client.callTool({ name: tool.name, arguments: input }, { signal, timeout: callMs });
      const text = result.content.map((part) => (part.type === "text" ? part.text : `[${part.type}]`)).join("\n");
      const seconds = Math.round(performance.now() - began) / 1_000;
      return {
        text: capped(result.isError ? `error: ${text}` : text || "[no output]"),
        // As a command's: what reads a trajectory asks whether it went well.
        extra: { exit_code: result.isError ? 1 : 0, seconds },
      };
    },
  };
}
