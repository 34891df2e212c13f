import type { Deed, End, FileChange, Members } from "../event.ts";
import { membersOf, present, requiredString, stringOf } from "../members.ts";
import type { Agent } from "./agent.ts";

/** Claude Code, 2.1. */
export const claude: Agent = {
  name: "claude",
  read(payload) {
    const session = requiredString(payload, "session_id");
    switch (requiredString(payload, "hook_event_name")) {
      case "PreToolUse": {
        // Claude Code holds its permission rules against the rewritten line and refuses traps, so the line is
        // rewritten only where there are no rules to hold. Otherwise the agent tells the exit code, nearly always.
        const free = payload.permission_mode === "bypassPermissions";
        return { is: "before", call: callOf(payload, session), ...(free ? { wrap: "same-shell" } : {}) };
      }
      case "PostToolUse":
        return { is: "after", call: callOf(payload, session), end: endOf(payload) };
      case "PostToolUseFailure":
        return { is: "after", call: callOf(payload, session), end: failureOf(payload) };
      case "SessionStart":
        return { is: "session-begins", session, ...present({ model: stringOf(payload.model) }) };
      case "Stop":
        return { is: "turn-ends", session };
      case "SessionEnd":
        return { is: "session-ends", session };
      default:
        return { is: "nothing" };
    }
  },
  reply: (reply, payload) => claudeReply(reply, payload),
};

function callOf(payload: Members, session: string) {
  const tool = requiredString(payload, "tool_name");
  return {
    session,
    tool,
    directory: requiredString(payload, "cwd"),
    does: deedOf(tool, membersOf(payload.tool_input)),
    ...present({ id: stringOf(payload.tool_use_id), subagent: stringOf(payload.agent_id) }),
  };
}

function deedOf(tool: string, input: Members): Deed {
  if (tool === "Bash" || tool === "PowerShell") return { is: "shell", line: requiredString(input, "command") };
  const path = stringOf(input.file_path) ?? stringOf(input.notebook_path);
  const change = path === undefined ? undefined : changeOf(tool, path, input);
  if (change) return { is: "files", files: [change] };
  return mcpDeed(tool, input) ?? { is: "other", input };
}

function changeOf(tool: string, path: string, input: Members): FileChange | undefined {
  if (tool === "Write") return { path, action: "write", change: stringOf(input.content) ?? "" };
  if (tool === "Edit" || tool === "MultiEdit" || tool === "NotebookEdit") {
    return { path, action: "edit", change: JSON.stringify({ ...input, file_path: undefined }) };
  }
  return undefined;
}

/** Claude Code, Codex and older agents name the tools of MCP servers like this. */
export function mcpDeed(tool: string, input: Members): Deed | undefined {
  const [, server, name] = /^mcp__(.+?)__(.+)$/.exec(tool) ?? [];
  return server && name ? { is: "mcp", server, tool: name, input } : undefined;
}

function endOf(payload: Members): End {
  const response = membersOf(payload.tool_response);
  if (response.interrupted === true) return { is: "interrupted" };
  if (stringOf(response.backgroundTaskId)) return { is: "running" };
  if (payload.tool_name !== "Bash") return { is: "done" };
  // Programs whose 1 is an answer (grep, diff, test) do not count as failed there, and are marked like this.
  return { is: "exit", code: stringOf(response.returnCodeInterpretation) ? 1 : 0 };
}

function failureOf(payload: Members): End {
  const text = stringOf(payload.error) ?? "no reason given";
  if (payload.is_interrupt === true) return { is: "interrupted" };
  const code = payload.tool_name === "Bash" ? /^Exit code (\d{1,3})\b/.exec(text)?.[1] : undefined;
  return code === undefined ? { is: "failed", text } : { is: "exit", code: Number(code) };
}

/** The form that Claude Code has and Codex took over. */
export function claudeReply(reply: Parameters<Agent["reply"]>[0], payload: Members, allow = false): Members {
  const hookEventName = "PreToolUse";
  if (reply.is === "stop") {
    const { reason: permissionDecisionReason } = reply;
    return { hookSpecificOutput: { hookEventName, permissionDecision: "deny", permissionDecisionReason } };
  }
  const { context: additionalContext, line: command } = reply;
  const updatedInput = command === undefined ? undefined : { ...membersOf(payload.tool_input), command };
  const permissionDecision = allow && updatedInput ? "allow" : undefined;
  const output = present({ permissionDecision, updatedInput, additionalContext });
  return Object.keys(output).length === 0 ? {} : { hookSpecificOutput: { hookEventName, ...output } };
}
