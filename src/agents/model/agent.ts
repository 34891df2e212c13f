import type { Acted, Agent, Stage } from "../contract.ts";
import { pricesDate } from "../prices/index.ts";
import { AgentProblem } from "../problem.ts";
import { type AgentSettings, type Budget, keyOf, loadSettings } from "../sources/index.ts";
import type { Deed } from "../trajectory.ts";
import { Interruption } from "./interruption.ts";
import { Loop } from "./loop.ts";
import { type Patience, usualPatience } from "./patience.ts";
import { modelAt } from "./provider.ts";
import { withoutKeys } from "./scrub.ts";
import { type Chosen, choose } from "./spec.ts";
import { openToolbox, type Toolbox } from "./tools/index.ts";

export interface ModelOptions {
  readonly settings?: AgentSettings;
  readonly env?: NodeJS.ProcessEnv;
  /** In place of what agents.toml says. */
  readonly budget?: Budget;
  readonly patience?: Patience;
}

/** Of the loop: tools, reminders, what is left out when a conversation is too long. The prompt has a version of its own. */
const version = "1";

/** Tokens may be used up by whoever cannot be told apart from a model that works, so a cost needs a price. */
export async function modelAgent(spec: string, options: ModelOptions = {}): Promise<Agent> {
  const { env = process.env, patience = usualPatience } = options;
  const settings = options.settings ?? (await loadSettings(env));
  const budget = options.budget ?? settings.budget;
  const chosen = await choose(spec, settings);
  if (budget.costUsd !== undefined && chosen.settings.price === undefined) {
    throw new AgentProblem("BAD_CONFIG", `${chosen.name}: expected a price to hold a budget against, found none`, {
      hint: "give the model a price in agents.toml, or a budget of tokens in place of the cost",
    });
  }
  const { source, prompt, server } = chosen;
  return {
    ...{ name: chosen.name, version, model: modelName(chosen) },
    prompt: { name: prompt.name, version: prompt.version },
    prepare: async () => {
      keyOf(source, env);
      const mounts = (server?.mounts ?? []).map((path) => ({ source: path, target: path }));
      return { equipment: { mounts }, [Symbol.asyncDispose]: async () => {} };
    },
    act: async (stage, signal) => await act(chosen, stage, signal, { env, budget, patience }),
  };
}

const modelName = ({ source, settings }: Chosen) => `${source.name}/${settings.name}`;

type Means = Required<Pick<ModelOptions, "env" | "budget" | "patience">>;

async function act(chosen: Chosen, stage: Stage, signal: AbortSignal, means: Means): Promise<Acted> {
  const { source, settings, prompt, server } = chosen;
  const { env, budget, patience } = means;
  const until = budget.seconds === undefined ? signal : AbortSignal.any([signal, timeout(budget.seconds)]);
  let key: string | undefined;
  try {
    key = keyOf(source, env);
    const who = { model: modelName(chosen), prompt: `${prompt.name}@${prompt.version}` };
    await using toolbox = await openToolbox(stage, server, who, until);
    const { tools, instructions: more } = toolbox;
    const instructions = [prompt.text.trim(), ...more].join("\n\n");
    const loop = new Loop(
      {
        ...{ model: modelAt(source, settings.name, key), provider: source.provider, settings, instructions, tools },
        ...{ task: stage.instruction, budget, patience },
      },
      [opening(chosen, instructions, toolbox, budget)],
    );
    const acted = await loop.run(until);
    return withoutKeys(acted, key === undefined ? [] : [key]);
  } catch (thrown) {
    if (until.aborted) return { how: "stopped", output: "the time was over" };
    if (!(thrown instanceof Interruption || thrown instanceof AgentProblem)) throw thrown;
    return withoutKeys({ how: "void", reason: thrown.message, output: thrown.message }, key === undefined ? [] : [key]);
  }
}

function timeout(seconds: number): AbortSignal {
  return AbortSignal.timeout(Math.ceil(seconds * 1_000));
}

/** What the model is told before its task, with all that decides how it is asked. */
function opening({ settings }: Chosen, instructions: string, { tools }: Toolbox, budget: Budget): Deed {
  const { name: _, price, ...wishes } = settings;
  return {
    timestamp: new Date().toISOString(),
    source: "system",
    message: instructions,
    extra: {
      tools: tools.map(({ name }) => name),
      settings: wishes,
      budget,
      ...(price === undefined ? {} : { price, price_date: pricesDate() }),
    },
  };
}
