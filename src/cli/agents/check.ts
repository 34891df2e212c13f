import { modelSources, models, programs } from "../../agents/index.ts";
import { loadMatrix } from "../../bench/index.ts";
import { command } from "../shell/command.ts";
import { exitCodes, UsageProblem } from "../shell/exit.ts";
import { columns } from "../shell/format.ts";

export default command({
  summary: "Ask models for one word, to see before a run whether key, name and network are right",
  usage: "[SPEC…|MATRIX]",
  options: {},
  examples: [
    "agents check",
    "agents check model:anthropic/claude-sonnet-5-5 codex/gpt-5.5",
    "agents check matrix.toml",
    "agents check --json",
  ],
  details: [
    "SPEC is an agent with a model, as after --agent: model:ENDPOINT/MODEL, claude/MODEL and so on; MATRIX is a matrix",
    "file, of which every model is asked. Without any, it is every model that agents.toml names.",
    "Each request costs a few tokens.",
    "",
    "exit codes:  0 all answered    4 some did not    3 there is no model to ask",
  ].join("\n"),
  async run({ arguments: specs, terminal, signal, report }) {
    const { loadSettings } = await modelSources();
    const { probeModel } = await models();
    const { modelOf } = await programs();
    const settings = await loadSettings(terminal.env);
    const named = settings.sources.flatMap(({ name, models: own }) =>
      own.map((model) => `model:${name}/${model.name}`),
    );
    const wanted = specs.length > 0 ? await specsIn(specs) : named;
    const asked = new Map(
      wanted.map((spec) => [spec.startsWith("model:") ? spec.slice("model:".length) : modelOf(spec, settings), spec]),
    );
    if (asked.size === 0) {
      const text = "no model is named: name some in agents.toml, or here, as in: agents check model:anthropic/MODEL";
      return { data: [], text, exitCode: exitCodes.notFound };
    }
    const probed = await Promise.all(
      [...asked].map(async ([spec, agent]) => {
        report({ step: agent, state: "running" });
        const one = { agent, ...(await probeModel(spec, settings, terminal.env, signal)) };
        report({ step: agent, state: one.ok ? "done" : "failed" });
        return one;
      }),
    );
    const rows = probed.map((one) => [
      one.agent,
      one.ok ? "answers" : "fails",
      `${one.seconds.toFixed(1)} s`,
      one.ok ? one.model : [one.reason, ...(one.hint === undefined ? [] : [one.hint])].join("; "),
    ]);
    return {
      data: probed,
      text: columns([["AGENT", "STATE", "TIME", ""], ...rows]),
      exitCode: probed.every(({ ok }) => ok) ? exitCodes.ok : exitCodes.missingRequirement,
    };
  },
});

const withModel = /^(model:|(claude|codex|gemini|opencode)([/@+]|$))/;

/** As they are named, or those of a matrix file that ask a model. */
async function specsIn(words: readonly string[]): Promise<string[]> {
  const [file = ""] = words;
  if (words.length === 1 && file.endsWith(".toml")) {
    const { configurations } = await loadMatrix(file);
    return configurations.map(({ spec }) => spec).filter((spec) => withModel.test(spec));
  }
  const other = words.find((spec) => !withModel.test(spec));
  if (other === undefined) return [...words];
  const message = `${other}: expected model:ENDPOINT/MODEL, claude/MODEL or the like; other agents need no check`;
  throw new UsageProblem("BAD_OPTION", message);
}
