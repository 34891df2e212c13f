import { connect } from "../connect.ts";
import { actorHere } from "../identity.ts";
import type { AgentName } from "./agents/agent.ts";
import { blindSpots } from "./coverage.ts";
import { OpenCalls } from "./open-calls.ts";
import type { HookSettings } from "./settings.ts";
import { closeFinished, closeUnseen } from "./sweep.ts";

/** From here on the channel is open: what it sees and what it does not goes on record. */
export async function sessionBegins(
  agent: AgentName,
  session: string,
  settings: HookSettings,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  await using recorder = await connect({ channel: "hook", through: agent, session, environment });
  const calls = new OpenCalls(environment);
  await closeFinished(recorder, await calls.all(agent), calls);
  await cover("open", agent, session, settings, environment);
}

/** After a turn nothing of the agent's own runs but what it left in the background; what was not run was refused. */
export async function turnEnds(agent: AgentName, session: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const calls = new OpenCalls(environment);
  const open = await calls.of(agent, session);
  if (open.length === 0) return;
  await using recorder = await connect({ channel: "hook", through: agent, session, environment });
  await closeFinished(recorder, open, calls);
  const left = (await calls.of(agent, session)).filter(({ marker, subagent }) => !marker && !subagent);
  await closeUnseen(recorder, left, calls, "the turn ended and the agent told of no end: it was refused, or never run");
}

export async function sessionEnds(
  agent: AgentName,
  session: string,
  settings: HookSettings,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  await using recorder = await connect({ channel: "hook", through: agent, session, environment });
  const calls = new OpenCalls(environment);
  await closeFinished(recorder, await calls.of(agent, session), calls);
  const left = await calls.of(agent, session);
  await closeUnseen(recorder, left, calls, "the session ended before anybody saw an end");
  await cover("closed", agent, session, settings, environment);
}

/** By the agent itself, while reports have the actor of what they report. */
async function cover(
  state: "open" | "closed",
  agent: AgentName,
  session: string,
  settings: HookSettings,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const actor = environment.AIRWORTHY_ACTOR ? actorHere(environment) : ({ kind: "agent", id: agent } as const);
  await using recorder = await connect({ channel: "hook", through: agent, session, actor, environment });
  await recorder.cover({ state, ...blindSpots(agent, settings) });
}
