import type { Deed, End, Members } from "../event.ts";
import { membersOf, present, requiredString, stringOf } from "../members.ts";
import type { Agent } from "./agent.ts";

/** opencode, 1.x. Payloads are those of our own plugin (opencode-plugin.ts), which hands over what opencode gives it. */
export const opencode: Agent = {
  name: "opencode",
  read(payload) {
    const session = requiredString(payload, "session");
    switch (requiredString(payload, "event")) {
      case "before":
        // The agent tells the exit code itself, and shows a rewritten line to the model: nothing is rewritten.
        return { is: "before", call: callOf(payload, session) };
      case "after":
        return { is: "after", call: callOf(payload, session), end: endOf(payload) };
      case "session-begins":
        return { is: "session-begins", session };
      case "turn-ends":
        return { is: "turn-ends", session };
      case "session-ends":
        return { is: "session-ends", session };
      default:
        return { is: "nothing" };
    }
  },
  reply: (reply) => (reply.is === "stop" ? { deny: reply.reason } : present({ context: reply.context })),
};

function callOf(payload: Members, session: string) {
  const tool = requiredString(payload, "tool");
  return {
    session,
    tool,
    directory: requiredString(payload, "directory"),
    does: deedOf(tool, membersOf(payload.args)),
    ...present({ id: stringOf(payload.call), model: stringOf(payload.model) }),
  };
}

function deedOf(tool: string, input: Members): Deed {
  if (tool === "bash") return { is: "shell", line: requiredString(input, "command") };
  const path = stringOf(input.filePath);
  if (path && (tool === "write" || tool === "edit" || tool === "multiedit")) {
    const { filePath: _, content, ...rest } = input;
    const change = tool === "write" ? (stringOf(content) ?? "") : JSON.stringify(rest);
    return { is: "files", files: [{ path, action: tool === "write" ? "write" : "edit", change }] };
  }
  if (tool === "patch" || tool === "apply_patch") {
    return { is: "files", files: [{ path: ".", action: "edit", change: JSON.stringify(input) }] };
  }
  const [, server, name] = own.has(tool) ? [] : (/^([^_]+)_(.+)$/.exec(tool) ?? []);
  return server && name ? { is: "mcp", server, tool: name, input } : { is: "other", input };
}

/** Tools with an underscore that are opencode's own; the others are an MCP server's, SERVER_TOOL. */
const own = new Set(["plan_enter", "plan_exit"]);

function endOf(payload: Members): End {
  const failed = stringOf(payload.error);
  if (failed !== undefined) return { is: "failed", text: failed };
  if (Number.isSafeInteger(payload.exit)) return { is: "exit", code: Number(payload.exit) };
  return { is: "done" };
}
