import { setTimeout as sleep } from "node:timers/promises";
import { after } from "./after.ts";
import type { Agent, AgentName } from "./agents/agent.ts";
import { claude } from "./agents/claude.ts";
import { codex } from "./agents/codex.ts";
import { gemini } from "./agents/gemini.ts";
import { opencode } from "./agents/opencode.ts";
import { before } from "./before.ts";
import type { Members } from "./event.ts";
import { parsePayload } from "./members.ts";
import { HookProblem } from "./problem.ts";
import { sessionBegins, sessionEnds, turnEnds } from "./session.ts";
import type { HookSettings } from "./settings.ts";

const agents: Readonly<Record<AgentName, Agent>> = { claude, codex, gemini, opencode };

/** Less than agents wait for a hook (see install): a hook that they end counts for them as if there were none. */
const patienceMs = 45_000;

/** Does what a hook is for. Gives what the agent is told, as JSON; nothing where there is nothing to say. */
export async function runHook(
  name: AgentName,
  input: string,
  settings: HookSettings,
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const over = new AbortController();
  const late = sleep(patienceMs, undefined, { signal: over.signal, ref: false }).then(() => {
    throw new HookProblem("TOO_LATE", `recording took longer than ${patienceMs / 1000} seconds`, {
      hint: "is the log on a slow disk, or the recorder's machine overloaded?",
    });
  });
  try {
    const said = await Promise.race([handle(agents[name], input, settings, environment), late]);
    return Object.keys(said).length === 0 ? "" : JSON.stringify(said);
  } finally {
    over.abort();
    late.catch(() => {});
  }
}

async function handle(
  agent: Agent,
  input: string,
  settings: HookSettings,
  environment: NodeJS.ProcessEnv,
): Promise<Members> {
  const payload = parsePayload(input);
  const event = agent.read(payload);
  switch (event.is) {
    case "before": {
      const { reply } = await before(agent.name, event.call, event.wrap, settings, environment);
      return agent.reply(reply, payload);
    }
    case "after": {
      const remark = await after(agent.name, event.call, event.end, environment);
      return remark !== undefined && agent.remark ? agent.remark(remark) : {};
    }
    case "session-begins":
      await sessionBegins(agent.name, event.session, settings, environment);
      return {};
    case "turn-ends":
      await turnEnds(agent.name, event.session, environment);
      return {};
    case "session-ends":
      await sessionEnds(agent.name, event.session, settings, environment);
      return {};
    case "nothing":
      return {};
  }
}
