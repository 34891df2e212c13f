import type { Intent } from "../model.ts";
import { type Arguments, text, texts } from "./arguments.ts";
import { kubernetesEquivalent } from "./kubernetes.ts";

/** What a server says of its own tools. Claims: a server that lies says the same. */
export interface ToolClaims {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
}

export type ProposedCall = Pick<Intent, "command" | "shell" | "stdin" | "tool" | "operation" | "documents" | "intent">;

const shells = /^(bash|shell|terminal|(run|execute|exec)_?(command|shell|bash|script|terminal_cmd)s?)$/i;

/**
 * A call of an MCP tool as a proposal. A tool whose meaning is known is written as the command that does the same, so
 * that risk and targets are derived as for any command; the call itself is kept beside it, word for word. Of any other
 * tool only the name is known: its risk is unknown, whatever its server claims.
 */
export function proposalOfCall(server: string, tool: string, args: Arguments, claims: ToolClaims): ProposedCall {
  const call = { name: `${server}/${tool}.json`, bytes: Buffer.from(JSON.stringify(args)) };
  const equivalent = kubernetesEquivalent(tool, args);
  if (equivalent) {
    const { command, stdin } = equivalent;
    const read = stdin === undefined ? {} : { stdin: { name: "<stdin>", bytes: Buffer.from(stdin) } };
    const intent = `MCP tool ${tool} of ${server}, written as the command that does the same`;
    return { command, ...read, documents: [call], intent };
  }
  const line = shells.test(tool)
    ? (texts(args, "command")?.join(" ") ?? text(args, "command", "cmd", "script"))
    : undefined;
  if (line !== undefined) return { shell: line, documents: [call], intent: `MCP tool ${tool} of ${server}` };
  const claim =
    claims.readOnlyHint === true
      ? { intent: `${server} says of ${tool} that it only reads` }
      : claims.destructiveHint === true
        ? { intent: `${server} says of ${tool} that it destroys` }
        : {};
  return { tool: server, operation: tool, documents: [call], ...claim };
}
