import type { Deed, FileChange, Members } from "../event.ts";
import { membersOf, present, requiredString, stringOf } from "../members.ts";
import type { Agent } from "./agent.ts";
import { claudeReply, mcpDeed } from "./claude.ts";

/** Codex CLI, 0.16. Its shells end without an exit code for hooks, and one that takes long without any event at all. */
export const codex: Agent = {
  name: "codex",
  read(payload) {
    const session = requiredString(payload, "session_id");
    const model = present({ model: stringOf(payload.model) });
    switch (requiredString(payload, "hook_event_name")) {
      case "PreToolUse":
        return { is: "before", call: callOf(payload, session), wrap: "same-shell" };
      case "PostToolUse":
        return { is: "after", call: callOf(payload, session), end: { is: "done" } };
      case "SessionStart":
        return { is: "session-begins", session, ...model };
      case "Stop":
        return { is: "turn-ends", session };
      case "SessionEnd":
        return { is: "session-ends", session };
      default:
        return { is: "nothing" };
    }
  },
  // A changed line is taken only together with "allow", which here overrides no approval and no sandbox.
  reply: (reply, payload) => claudeReply(reply, payload, true),
};

function callOf(payload: Members, session: string) {
  const tool = requiredString(payload, "tool_name");
  return {
    session,
    tool,
    directory: requiredString(payload, "cwd"),
    does: deedOf(tool, membersOf(payload.tool_input)),
    ...present({
      id: stringOf(payload.tool_use_id),
      model: stringOf(payload.model),
      subagent: stringOf(payload.agent_id),
    }),
  };
}

function deedOf(tool: string, input: Members): Deed {
  if (tool === "Bash") return { is: "shell", line: requiredString(input, "command") };
  if (tool === "apply_patch") return { is: "files", files: filesOf(requiredString(input, "command")) };
  return mcpDeed(tool, input) ?? { is: "other", input };
}

/** The files of a patch in Codex' own form: one headline for each, then its lines. */
function filesOf(patch: string): FileChange[] {
  const actions = { Add: "write", Update: "edit", Delete: "delete" } as const;
  const headline = /^\*\*\* (Add|Update|Delete) File: (.+)$/gm;
  const found = [...patch.matchAll(headline)];
  return found.map((match, index) => ({
    path: match[2]?.trim() ?? "",
    action: actions[match[1] as keyof typeof actions],
    change: patch.slice(match.index, found[index + 1]?.index),
  }));
}
