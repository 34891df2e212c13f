import { modelSources } from "../../agents/index.ts";
import { command } from "../shell/command.ts";
import { columns } from "../shell/format.ts";

export default command({
  summary: "Show where models can be asked, by which programs, prompts and tools, and whose key is missing",
  usage: "",
  options: {},
  examples: ["agents list", "agents list --json"],
  details: [
    "Endpoints come from the environment ($ANTHROPIC_API_KEY, $OPENAI_API_KEY, $GOOGLE_GENERATIVE_AI_API_KEY) and from",
    "agents.toml in this directory, or where $AIRWORTHY_AGENTS says. Any model of an endpoint can be asked for:",
    "model:ENDPOINT/MODEL[@PROMPT][+TOOLS], or by a program: claude[/MODEL], codex/MODEL, gemini/MODEL and",
    "opencode/ENDPOINT/MODEL, with the same [@PROMPT][+TOOLS]. Programs are installed when they are first needed.",
    "Keys are never shown.",
  ].join("\n"),
  async run({ terminal }) {
    const { describeSettings, loadSettings } = await modelSources();
    const described = await describeSettings(await loadSettings(terminal.env), terminal.env);
    const { endpoints, prompts, tools, programs, budget, file, pricesOf } = described;
    const rows = endpoints.map(({ name, provider, url, key, models }) => [
      name,
      provider,
      url,
      key,
      models.map((model) => model.name).join(", ") || "any",
    ]);
    const most = Object.entries(budget).map(([name, value]) => `${value} ${name}`);
    const text = [
      columns([["ENDPOINT", "PROVIDER", "URL", "KEY", "MODELS"], ...rows]),
      "",
      columns([
        ["PROGRAM", "VERSION", ""],
        ...programs.map(({ name, version, installed }) => [
          name,
          version,
          installed ? "installed" : "not installed yet",
        ]),
      ]),
      "",
      columns([["PROMPT", "VERSION"], ...prompts.map(({ name, version }) => [name, version])]),
      "",
      columns([["TOOLS", "COMMAND"], ...tools.map(({ name, command: words }) => [name, words.join(" ")])]),
      "",
      `budget of a trial: ${most.join(", ")}`,
      `prices of ${pricesOf}; ${file === undefined ? "no agents.toml here" : `settings of ${file}`}`,
    ].join("\n");
    return { data: described, text };
  },
});
