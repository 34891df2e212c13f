import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../../problem/index.ts";
import { AgentProblem } from "../problem.ts";
import { builtIn } from "./built-in.ts";
import { settingsFrom, usualBudget } from "./file.ts";
import type { AgentSettings, Source } from "./model.ts";

const fileName = "agents.toml";

/** Which models can be asked, and how: from the environment, and from agents.toml here or where $AIRWORTHY_AGENTS says. */
export async function loadSettings(
  env: NodeJS.ProcessEnv = process.env,
  directory: string = process.cwd(),
): Promise<AgentSettings> {
  const told = env.AIRWORTHY_AGENTS;
  const file = told || join(directory, fileName);
  const shown = told ? `$AIRWORTHY_AGENTS (${told})` : fileName;
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (thrown) {
    if (!told && (thrown as NodeJS.ErrnoException).code === "ENOENT") {
      return { sources: builtIn(env), servers: [], budget: usualBudget };
    }
    throw new AgentProblem("NO_SUCH_FILE", `${shown}: cannot be read: ${messageOf(thrown)}`);
  }
  const { parse } = await import("smol-toml");
  try {
    return settingsFrom(parse(text), shown, env);
  } catch (thrown) {
    if (thrown instanceof AgentProblem) throw thrown;
    throw new AgentProblem("BAD_CONFIG", `${shown}: expected TOML: ${messageOf(thrown)}`);
  }
}

/** The key that a source is asked with; undefined where it wants none. */
export function keyOf({ name, keyVariables }: Source, env: NodeJS.ProcessEnv): string | undefined {
  if (keyVariables.length === 0) return undefined;
  const key = keyVariables.map((variable) => env[variable]?.trim()).find((each) => each);
  if (key) return key;
  const expected = keyVariables.map((variable) => `$${variable}`).join(" or ");
  throw new AgentProblem("KEY_MISSING", `${name}: expected a key in ${expected}, found none`, {
    hint: "set it in the environment; it stays outside the agent's sandbox",
  });
}
