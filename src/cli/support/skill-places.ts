import { type SkillPlace, skills } from "../../recorder/index.ts";
import type { OptionSpecs, Values } from "../shell/command.ts";
import { agentNamed, everyAgent, oneOf } from "./hook-options.ts";

export const skillOptions = {
  agent: { type: "string", multiple: true, value: "AGENT", text: "claude, codex, gemini or opencode; all unless told" },
  scope: { type: "string", value: "SCOPE", text: "user or project; user unless told" },
} as const satisfies OptionSpecs;

/** Where the skill is, or would be. */
export async function skillPlaces(
  options: Values<typeof skillOptions>,
  environment: NodeJS.ProcessEnv,
): Promise<readonly SkillPlace[]> {
  const { lookForSkill } = await skills();
  const scope = oneOf("--scope", options.scope ?? "user", ["user", "project"]);
  const agents = (options.agent.length > 0 ? options.agent : everyAgent).map(agentNamed);
  return await Promise.all(agents.map((agent) => lookForSkill(agent, scope, process.cwd(), environment)));
}
