import { modelSources, models } from "../../agents/index.ts";
import { command } from "../shell/command.ts";
import { exitCodes, UsageProblem } from "../shell/exit.ts";
import { columns } from "../shell/format.ts";

export default command({
  summary: "Ask models for one word, to see before a run whether key, name and network are right",
  usage: "[SPEC…]",
  options: {},
  examples: ["agents check", "agents check model:anthropic/claude-sonnet-5-5", "agents check --json"],
  details: [
    "SPEC is model:ENDPOINT/MODEL; without one, every model that agents.toml names is asked.",
    "Each request costs a few tokens.",
    "",
    "exit codes:  0 all answered    4 some did not    3 there is no model to ask",
  ].join("\n"),
  async run({ arguments: specs, terminal, signal, report }) {
    const { loadSettings } = await modelSources();
    const { probeModel } = await models();
    const settings = await loadSettings(terminal.env);
    const named = settings.sources.flatMap(({ name, models: own }) => own.map((model) => `${name}/${model.name}`));
    const asked = specs.length > 0 ? [...new Set(specs.map(withoutWord))] : named;
    if (asked.length === 0) {
      const text = "no model is named: name some in agents.toml, or here, as in: agents check model:anthropic/MODEL";
      return { data: [], text, exitCode: exitCodes.notFound };
    }
    const probed = await Promise.all(
      asked.map(async (spec) => {
        report({ step: spec, state: "running" });
        const one = await probeModel(spec, settings, terminal.env, signal);
        report({ step: spec, state: one.ok ? "done" : "failed" });
        return one;
      }),
    );
    const rows = probed.map((one) => [
      `model:${one.spec}`,
      one.ok ? "answers" : "fails",
      `${one.seconds.toFixed(1)} s`,
      one.ok ? one.model : [one.reason, ...(one.hint === undefined ? [] : [one.hint])].join("; "),
    ]);
    return {
      data: probed,
      text: columns([["MODEL", "STATE", "TIME", ""], ...rows]),
      exitCode: probed.every(({ ok }) => ok) ? exitCodes.ok : exitCodes.missingRequirement,
    };
  },
});

function withoutWord(spec: string): string {
  if (spec.startsWith("model:")) return spec.slice("model:".length);
  throw new UsageProblem("BAD_OPTION", `${spec}: expected model:ENDPOINT/MODEL; other agents need no check`);
}
