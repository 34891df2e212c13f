import { join } from "node:path";
import { mayChange } from "../../risk/index.ts";
import { connect } from "../connect.ts";
import type { Decision, Prescribed } from "../model.ts";
import { agentProcess } from "./agent-process.ts";
import type { AgentName } from "./agents/agent.ts";
import type { Reply, ToolCall, Wrap } from "./event.ts";
import { present } from "./members.ts";
import { OpenCalls } from "./open-calls.ts";
import { digestOf, proposalOf } from "./proposal.ts";
import { type HookSettings, reaches } from "./settings.ts";
import { closeFinished } from "./sweep.ts";
import { actorOf } from "./who.ts";
import { markerFolder, wrapped } from "./wrap.ts";

/** Thrown out of a decision: only looked at, so nothing is written. */
class NotRecorded extends Error {}

export interface Before {
  readonly reply: Reply;
  /** Absent for what is not recorded. */
  readonly prescribed?: Prescribed;
}

/** Records what an agent is about to do, durably, before it may do it. */
export async function before(
  agent: AgentName,
  call: ToolCall,
  wrap: Wrap | undefined,
  settings: HookSettings,
  environment: NodeJS.ProcessEnv,
): Promise<Before> {
  const proposal = proposalOf(call, settings.record);
  if (proposal === undefined) return { reply: { is: "go" } };
  await using recorder = await connect({ channel: "hook", through: agent, environment });
  const calls = new OpenCalls(environment);
  await closeFinished(recorder, await calls.all(agent), calls);
  const process = agentProcess();
  let prescribed: Prescribed;
  try {
    prescribed = await recorder.prescribe(
      {
        ...proposal,
        directory: call.directory,
        environment,
        actor: await actorOf(agent, call, environment),
        session: call.session,
        process,
      },
      { decide: async (assessment) => decide(assessment, settings) },
    );
  } catch (thrown) {
    if (thrown instanceof NotRecorded) return { reply: { is: "go" } };
    throw thrown;
  }
  const { id, answer, assessment, declined } = prescribed;
  if (declined) return { reply: { is: "stop", reason: refusal(answer, settings) }, prescribed };

  const folder = call.does.is === "shell" && wrap && !settings.keepCommands ? await markerFolder() : undefined;
  const marker = folder && join(folder, id);
  const line = marker && wrap && call.does.is === "shell" ? wrapped(call.does.line, marker, wrap) : undefined;
  // Of what only looks and carries no risk, nobody needs to be told.
  const context = mayChange(assessment.class) || assessment.level !== "low" ? answer : undefined;
  await calls.add({
    ...present({ id: call.id, subagent: call.subagent, marker, process, remark: context }),
    prescription: id,
    agent,
    session: call.session,
    tool: call.tool,
    digest: digestOf(call),
    opened: Date.now(),
  });
  return { reply: { is: "go", ...present({ context, line }) }, prescribed };
}

function decide({ class: kind, level }: Prescribed["assessment"], { block, record }: HookSettings): Decision {
  if (record === "changes" && !mayChange(kind)) throw new NotRecorded();
  if (block === undefined || !reaches(level, block)) return { is: "proceed" };
  return {
    is: "declined",
    trigger: "hook-policy",
    reason: `the risk is ${level}, and calls from ${block} on are blocked`,
  };
}

function refusal(answer: string, { block }: HookSettings): string {
  return `Blocked by airworthy: calls with a risk of ${block} and above are not run here. It is on record as declined.\n${answer}`;
}
