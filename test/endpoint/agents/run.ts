import { spawn } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { type CliAgent, type Endpoint, programs, startEndpoint, type Turn } from "../../../src/agents/index.ts";

const { withoutInstalling } = await programs();

export interface AgentRun {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly exchanges: Endpoint["exchanges"];
  /** What the script wanted and the agent did not have. */
  readonly failures: readonly string[];
}

export interface Stage {
  /** A home of its own: settings, hooks and sessions of whoever runs the tests stay out of it, and theirs stay clean. */
  readonly home: string;
  readonly directory: string;
  readonly environment?: NodeJS.ProcessEnv;
  /** Further arguments of the agent. */
  readonly more?: readonly string[];
  /** Without anybody to ask, tools run without asking; false leaves the agent's own rules in force. */
  readonly free?: boolean;
  /** MCP servers by name, as commands. */
  readonly servers?: Readonly<Record<string, readonly [string, ...string[]]>>;
}

const patienceMs = 240_000;

/** Runs the real agent without a head against a scripted model, in an environment that is built from nothing. */
export async function runAgent(
  agent: CliAgent,
  program: string,
  turns: readonly Turn[],
  stage: Stage,
): Promise<AgentRun> {
  await using endpoint = await startEndpoint(turns);
  const { args, env } = await manners[agent](endpoint.url, stage);
  const child = spawn(program, [...args, ...(stage.more ?? [])], {
    cwd: stage.directory,
    env: { PATH: process.env.PATH, HOME: stage.home, LANG: "C.UTF-8", ...env, ...stage.environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), patienceMs);
  const exited = new Promise<number>((resolve, reject) => {
    child.once("error", reject).once("close", (code) => resolve(code ?? 137));
  });
  const [stdout, stderr, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  clearTimeout(timer);
  return { exitCode, stdout, stderr, exchanges: endpoint.exchanges, failures: endpoint.failures };
}

type Manner = (url: string, stage: Stage) => Promise<{ args: readonly string[]; env: NodeJS.ProcessEnv }>;

async function put(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

/** How each agent is told to use a model elsewhere, to ask nobody, and to send nothing anywhere else. */
const manners: Readonly<Record<CliAgent, Manner>> = {
  async claude(url, { home, free = true, servers = {} }) {
    const mcpServers = Object.fromEntries(
      Object.entries(servers).map(([name, [command, ...args]]) => [name, { type: "stdio", command, args }]),
    );
    const mcp = join(home, "mcp.json");
    await put(mcp, JSON.stringify({ mcpServers }));
    return {
      args: [
        ...["-p", "Play the script.", "--model", "claude-sonnet-4-5", "--output-format", "json"],
        ...["--mcp-config", mcp, "--strict-mcp-config"],
        ...(free ? ["--dangerously-skip-permissions"] : []),
      ],
      env: {
        ANTHROPIC_BASE_URL: url,
        ANTHROPIC_API_KEY: "scripted",
        IS_SANDBOX: "1", // Lets it go without permissions also as root, as in containers.
        ENABLE_TOOL_SEARCH: "false", // A script does not search: every tool is there from the beginning.
        DISABLE_TELEMETRY: "1",
        DISABLE_AUTOUPDATER: "1",
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      },
    };
  },
  async codex(url, { home, free = true, servers = {} }) {
    const listed = Object.entries(servers).map(
      ([name, [command, ...args]]) =>
        `[mcp_servers.${name}]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\nrequired = true\nstartup_timeout_sec = 120\n`,
    );
    const provider = `name = "scripted"\nbase_url = "${url}/v1"\nwire_api = "responses"\nenv_key = "SCRIPTED_KEY"\n`;
    // A model that it knows gets a tool for patches, and has to search for the tools of MCP servers; any other has them.
    const model = listed.length === 0 ? "gpt-5.5" : "scripted";
    const settings = `model = "${model}"\nmodel_provider = "scripted"\n[model_providers.scripted]\n${provider}`;
    await put(join(home, ".codex", "config.toml"), settings + listed.join(""));
    return {
      args: [
        ...["exec", "--json", "--skip-git-repo-check", "--dangerously-bypass-hook-trust"],
        ...(free ? ["--dangerously-bypass-approvals-and-sandbox"] : []),
        "Play the script.",
      ],
      env: { SCRIPTED_KEY: "scripted" },
    };
  },
  async gemini(url, { home, free = true, servers = {} }) {
    const path = join(home, ".gemini", "settings.json");
    const settings = JSON.parse(await readFile(path, "utf8").catch(() => "{}")) as Record<string, unknown>;
    const mcpServers = Object.fromEntries(
      Object.entries(servers).map(([name, [command, ...args]]) => [name, { command, args, trust: true }]),
    );
    // Without the first it asks how to log in, and ends.
    const security = { auth: { selectedType: "gemini-api-key" } };
    await put(path, JSON.stringify({ ...settings, security, mcpServers }));
    return {
      args: ["-p", "Play the script.", "-m", "gemini-2.5-pro", "--output-format", "json", ...(free ? ["--yolo"] : [])],
      env: { GEMINI_API_KEY: "scripted", GOOGLE_GEMINI_BASE_URL: url, GEMINI_CLI_TRUST_WORKSPACE: "true" },
    };
  },
  async opencode(url, { home, servers = {} }) {
    const options = { baseURL: `${url}/v1`, apiKey: "scripted" };
    const provider = {
      npm: "@ai-sdk/openai-compatible",
      name: "scripted",
      options,
      models: { model: { name: "model" } },
    };
    const mcp = Object.fromEntries(
      Object.entries(servers).map(([name, command]) => [name, { type: "local", command, enabled: true }]),
    );
    const settings = {
      model: "scripted/model",
      autoupdate: false,
      share: "disabled",
      provider: { scripted: provider },
      mcp,
    };
    const folder = join(home, ".config", "opencode");
    await put(join(folder, "opencode.json"), JSON.stringify(settings));
    for (const { path, content } of withoutInstalling(folder)) await put(path, String(content));
    return {
      args: ["run", "--format", "json", "Play the script."],
      env: { OPENCODE_DISABLE_AUTOUPDATE: "1", OPENCODE_DISABLE_MODELS_FETCH: "1", OPENCODE_DISABLE_LSP_DOWNLOAD: "1" },
    };
  },
};
