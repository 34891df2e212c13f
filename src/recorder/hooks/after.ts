import { connect } from "../connect.ts";
import type { AgentName } from "./agents/agent.ts";
import type { End, ToolCall } from "./event.ts";
import { type OpenCall, OpenCalls } from "./open-calls.ts";
import { digestOf } from "./proposal.ts";
import { close, exited, type Told } from "./sweep.ts";
import { exitIn, markerIn } from "./wrap.ts";

/** Reports how a call ended. Gives what the agent is still to be told. */
export async function after(
  agent: AgentName,
  call: ToolCall,
  end: End,
  environment: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const calls = new OpenCalls(environment);
  const open = find(await calls.of(agent, call.session), call);
  if (open === undefined) return undefined; // Not recorded, or closed already by its own shell's exit code.
  const told = await outcomeOf(open, end);
  if (told === undefined) return open.remark;
  await using recorder = await connect({ channel: "hook", through: agent, environment });
  await close(recorder, open, calls, told);
  return open.remark;
}

/** By the agent's id, by the marker in the line as it was run, or the oldest of the same input. */
function find(open: readonly OpenCall[], call: ToolCall): OpenCall | undefined {
  if (call.id !== undefined) return open.find(({ id }) => id === call.id);
  const marker = call.does.is === "shell" ? markerIn(call.does.line) : undefined;
  if (marker !== undefined) return open.find((each) => each.marker === marker);
  const digest = digestOf(call);
  return open.find((each) => each.digest === digest);
}

/** Undefined while it runs. What the shell left behind counts more than what the agent says. */
async function outcomeOf(open: OpenCall, end: End): Promise<Told | undefined> {
  const exit = open.marker === undefined ? undefined : await exitIn(open.marker);
  if (exit) return exited(exit.code, "shell");
  switch (end.is) {
    case "running":
      if (open.marker !== undefined) return undefined;
      return { verdict: "error", error: { kind: "lost", text: "handed to the background, where nobody sees its end" } };
    case "exit":
      return exited(end.code, "agent");
    case "interrupted":
      return { verdict: "error", error: { kind: "killed", text: "interrupted by whoever sat at the agent" } };
    case "failed":
      return { verdict: "failure", references: [{ type: "failure", id: end.text.slice(0, 500) }] };
    case "done":
      if (open.marker === undefined) return { verdict: "success" };
      return { verdict: "error", error: { kind: "other", text: "it ended, and neither shell nor agent told how" } };
  }
}
