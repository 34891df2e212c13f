import { listed, pricesDate } from "../prices/index.ts";
import { cliAgents, isInstalled, versionOf } from "../programs/install.ts";
import { promptNamed, promptNames } from "../prompts/index.ts";
import type { AgentSettings } from "./model.ts";

/** All that can be chosen for an agent with a model, for people and programs. Of keys only whether they are there. */
export async function describeSettings(settings: AgentSettings, env: NodeJS.ProcessEnv) {
  const { file, sources, servers, budget } = settings;
  const prompts = await Promise.all(promptNames.map(promptNamed));
  return {
    ...(file === undefined ? {} : { file }),
    endpoints: sources.map(({ name, provider, url, keyVariables, models }) => ({
      ...{ name, provider, url },
      key: stateOfKey(keyVariables, env),
      models: models.map((model) => ({ ...listed(`${name}/${model.name}`), ...model })),
    })),
    prompts: prompts.map(({ name, version }) => ({ name, version })),
    tools: [
      { name: "shell", command: ["bash", "read_file", "edit_file"] },
      ...servers.map(({ name, command }) => ({ name, command })),
    ],
    programs: cliAgents.map((name) => ({ name, version: versionOf(name), installed: isInstalled(name) })),
    budget,
    pricesOf: pricesDate(),
  };
}

function stateOfKey(variables: readonly string[], env: NodeJS.ProcessEnv): string {
  if (variables.length === 0) return "none wanted";
  const set = variables.find((variable) => env[variable]?.trim());
  return set === undefined ? `$${variables[0]} is not set` : `$${set} is set`;
}
