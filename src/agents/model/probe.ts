import { messageOf } from "../../problem/index.ts";
import { AgentProblem } from "../problem.ts";
import { type AgentSettings, keyOf } from "../sources/index.ts";
import { ask } from "./ask.ts";
import { Interruption } from "./interruption.ts";
import { patiently } from "./patience.ts";
import { modelAt } from "./provider.ts";
import { withoutKeys } from "./scrub.ts";
import { choose } from "./spec.ts";

/** What came of a tiny request to a model. */
export type Probed = { readonly spec: string; readonly seconds: number } & (
  | { readonly ok: true; readonly model: string }
  | { readonly ok: false; readonly reason: string; readonly hint?: string }
);

const patience = { tries: 2, firstWaitMs: 1_000 };
const deadlineMs = 60_000;

/** Asks a model for one word, to see before a run whether key, name and network are right. */
export async function probeModel(
  spec: string,
  settings: AgentSettings,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<Probed> {
  const began = performance.now();
  const seconds = () => Math.round(performance.now() - began) / 1_000;
  const either = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
  let key: string | undefined;
  try {
    const { source, settings: wanted } = await choose(spec, settings);
    key = keyOf(source, env);
    const question = {
      ...{ model: modelAt(source, wanted.name, key), provider: source.provider, tools: {} },
      settings: { maxOutputTokens: 64 },
      messages: [{ role: "user", content: "Answer with the word ok." } as const],
    };
    const { answer } = await patiently(patience, either, () => ask(question, either));
    return { spec, ok: true, seconds: seconds(), model: answer.model };
  } catch (thrown) {
    signal.throwIfAborted();
    const known = thrown instanceof AgentProblem || thrown instanceof Interruption || either.aborted;
    if (!known) throw thrown;
    const told = either.aborted ? `no answer within ${deadlineMs / 1_000} s` : messageOf(thrown);
    const hint = thrown instanceof AgentProblem && thrown.hint !== undefined ? { hint: thrown.hint } : {};
    return { spec, ok: false, seconds: seconds(), ...withoutKeys({ reason: told }, key ? [key] : []), ...hint };
  }
}
