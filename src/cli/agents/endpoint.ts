import { endpointScripts, startEndpoint } from "../../agents/index.ts";
import { command } from "../shell/command.ts";
import { UsageProblem } from "../shell/exit.ts";

export default command({
  summary: "Serve a model that plays a script, to try agents and prompts without a key",
  usage: "SCRIPT",
  options: { port: { type: "string", value: "PORT", text: "where it listens on this machine; any unless told" } },
  examples: ["agents endpoint script.yaml", "agents endpoint script.yaml --port 8411"],
  details: [
    "It speaks as Anthropic, OpenAI (chat and responses) and Google do. SCRIPT is a list of turns in YAML or JSON:",
    '  - calls: [{ shell: "kubectl get pods" }]        # or { write: PATH, content: TEXT }, { server, tool, input }',
    "    trouble: { is: 529, times: 2 }                # a status, cut or silence; for ever, unless times is said",
    "  - say: done",
  ].join("\n"),
  async run({ arguments: [file = ""], options, signal, note }) {
    const { readScript } = await endpointScripts();
    await using endpoint = await startEndpoint(await readScript(file), { port: portOf(options.port) });
    const { url } = endpoint;
    note(`serving ${file} until Ctrl-C; whoever is to ask it has in its environment:`);
    note(`ANTHROPIC_BASE_URL=${url} OPENAI_BASE_URL=${url}/v1 GOOGLE_GEMINI_BASE_URL=${url}, and any key`);
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    const { exchanges, failures } = endpoint;
    const told = exchanges.map(({ dialect, answer }) => ({ dialect, turn: answer.turn + 1 }));
    return {
      text: [`${told.length} answers`, ...failures].join("\n"),
      data: { url, answers: told, failures },
      exitCode: failures.length === 0 ? 0 : 1,
    };
  },
});

function portOf(text: string | undefined): number {
  if (text === undefined) return 0;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new UsageProblem("BAD_OPTION", `--port: expected a number up to 65535, found "${text}"`);
}
