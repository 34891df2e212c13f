import type { Deed, End, Members } from "../event.ts";
import { membersOf, present, requiredString, stringOf } from "../members.ts";
import type { Agent } from "./agent.ts";

/** Gemini CLI, 0.6. Its calls have no id: what comes after is found again by the line, or by order. */
export const gemini: Agent = {
  name: "gemini",
  read(payload) {
    const session = requiredString(payload, "session_id");
    switch (requiredString(payload, "hook_event_name")) {
      case "BeforeTool":
        return { is: "before", call: callOf(payload, session), wrap: "inner-shell" };
      case "AfterTool":
        return { is: "after", call: callOf(payload, session), end: endOf(payload) };
      case "SessionStart":
        return { is: "session-begins", session };
      case "AfterAgent":
        return { is: "turn-ends", session };
      case "SessionEnd":
        return { is: "session-ends", session };
      default:
        return { is: "nothing" };
    }
  },
  reply(reply, payload) {
    if (reply.is === "stop") return { decision: "deny", reason: reply.reason };
    if (reply.line === undefined) return {};
    const tool_input = { ...membersOf(payload.tool_input), command: reply.line };
    return { hookSpecificOutput: { hookEventName: "BeforeTool", tool_input } };
  },
  remark: (additionalContext) => ({ hookSpecificOutput: { hookEventName: "AfterTool", additionalContext } }),
};

function callOf(payload: Members, session: string) {
  const tool = requiredString(payload, "tool_name");
  const server = membersOf(payload.mcp_context);
  return {
    session,
    tool,
    directory: requiredString(payload, "cwd"),
    does: deedOf(tool, membersOf(payload.tool_input), server),
  };
}

function deedOf(tool: string, input: Members, context: Members): Deed {
  if (tool === "run_shell_command") return { is: "shell", line: requiredString(input, "command") };
  const path = stringOf(input.file_path);
  if (path && tool === "write_file") {
    return { is: "files", files: [{ path, action: "write", change: stringOf(input.content) ?? "" }] };
  }
  if (path && tool === "replace") {
    const change = JSON.stringify({ ...input, file_path: undefined });
    return { is: "files", files: [{ path, action: "edit", change }] };
  }
  const server = stringOf(context.server_name);
  if (server) return { is: "mcp", server, tool: stringOf(context.tool_name) ?? tool, input };
  return { is: "other", input };
}

function endOf(payload: Members): End {
  const response = membersOf(payload.tool_response);
  if (response.error !== undefined && response.error !== null) {
    const { message, error = message } = { ...present(membersOf(response.error)) } as Members;
    return { is: "failed", text: stringOf(response.error) ?? stringOf(error) ?? JSON.stringify(response.error) };
  }
  if (payload.tool_name !== "run_shell_command") return { is: "done" };
  // Its own line about the exit code stands after the output, so that the last one counts, and is left out for 0.
  const lines = [...(stringOf(response.llmContent) ?? "").matchAll(/^Exit Code: (\d{1,3})$/gm)];
  return { is: "exit", code: Number(lines.at(-1)?.[1] ?? 0) };
}
