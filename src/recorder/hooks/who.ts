import type { Actor } from "../../evidence/index.ts";
import { actorHere } from "../identity.ts";
import { agentAround } from "../shim/around.ts";
import { installedSkill } from "../skill/index.ts";
import type { AgentName } from "./agents/agent.ts";
import type { ToolCall } from "./event.ts";
import { present } from "./members.ts";

/** Who acts: the agent whose hook this is, unless whoever started it gave it a name. */
export async function actorOf(agent: AgentName, call: ToolCall, environment: NodeJS.ProcessEnv): Promise<Actor> {
  const named = environment.AIRWORTHY_ACTOR ? actorHere(environment) : undefined;
  const id = named?.id ?? agent;
  const known = present({
    version: agentAround(environment)?.version,
    model: call.model ?? named?.model,
    prompt: await installedSkill(agent, call.directory, environment),
  });
  if (call.subagent === undefined) return { kind: named?.kind ?? "agent", id, ...known };
  return { kind: "agent", id: `${id}/${call.subagent}`, parent: id, ...known };
}
