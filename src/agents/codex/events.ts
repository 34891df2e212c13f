import type { Event, EventReader } from "../programs/manner.ts";
import { openSteps } from "../programs/steps.ts";
import { isObject } from "../proxy/index.ts";

/**
 * `exec --json`: items that begin and end, without saying which answer of the model they are of. A call that begins
 * when none is open begins a step.
 */
export function codexReader(): EventReader {
  const steps = openSteps();
  const open = new Set<string>();
  let ended: Event | undefined;
  let complaint: string | undefined;
  const begin = (id: string, item: Event, at: string) => {
    if (open.size === 0) steps.turn(at, undefined);
    open.add(id);
    const [tool, input] = callOf(item);
    steps.call(id, tool, input);
  };
  return {
    take(event, at) {
      if (event.type === "turn.completed" || event.type === "turn.failed") ended = event;
      if (event.type === "turn.failed" || event.type === "error") complaint = messageOf(event) ?? complaint;
      const item = isObject(event.item) ? event.item : {};
      const id = String(item.id);
      if (event.type === "item.started" && isCall(item)) begin(id, item, at);
      if (event.type !== "item.completed") return;
      if (item.type === "agent_message" || item.type === "reasoning") {
        if (open.size === 0) steps.turn(at, undefined);
        (item.type === "reasoning" ? steps.think : steps.say)(String(item.text));
      } else if (isCall(item)) {
        if (!open.has(id)) begin(id, item, at);
        open.delete(id);
        steps.result(id, ...resultOf(item));
      }
    },
    end: () => ({
      ...{ deeds: steps.deeds(), said: steps.said(), finished: ended?.type === "turn.completed" },
      ...(complaint && ended?.type !== "turn.completed" ? { complaint } : {}),
    }),
  };
}

const calls = ["command_execution", "mcp_tool_call", "file_change", "web_search", "todo_list"];
const isCall = ({ type }: Event) => calls.includes(String(type));

function callOf(item: Event): [tool: string, input: unknown] {
  if (item.type === "command_execution") return ["exec_command", { command: unwrapped(String(item.command)) }];
  if (item.type === "mcp_tool_call") return [`mcp__${item.server}__${item.tool}`, item.arguments];
  const { id, type, status, ...input } = item;
  return [String(type), input];
}

function resultOf(item: Event): [content: unknown, extra: Readonly<Record<string, unknown>> | undefined] {
  if (item.type === "command_execution") {
    const extra = typeof item.exit_code === "number" ? { exit_code: item.exit_code } : { failed: true };
    return [item.aggregated_output ?? "", extra];
  }
  const failed = item.status === "failed" ? { failed: true } : undefined;
  const result = isObject(item.result) ? (item.result.content ?? item.result) : (item.error ?? item.status ?? "");
  return [isObject(result) && typeof result.message === "string" ? result.message : result, failed];
}

/** The words that were for a shell, without the shell around them. */
function unwrapped(command: string): string {
  const [, inner] = /^\S*\/(?:ba|z|da)?sh -l?c ([\s\S]*)$/.exec(command) ?? [];
  if (inner === undefined) return command;
  return inner.replace(
    /'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])/g,
    (_, single?: string, double?: string, plain?: string) =>
      single ?? double?.replace(/\\([\\"$`])/g, "$1") ?? plain ?? "",
  );
}

function messageOf(event: Event): string | undefined {
  const error = isObject(event.error) ? event.error : event;
  return typeof error.message === "string" ? error.message : undefined;
}
