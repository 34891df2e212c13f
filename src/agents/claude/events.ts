import type { Event, EventReader } from "../programs/manner.ts";
import { openSteps } from "../programs/steps.ts";
import { isObject, list } from "../proxy/index.ts";

/** `--output-format stream-json`: messages as the API has them, one event for each block of an answer. */
export function claudeReader(): EventReader {
  const steps = openSteps();
  const shells = new Set<unknown>();
  let result: Event | undefined;
  return {
    take(event, at) {
      if (event.type === "result") result = event;
      const message = isObject(event.message) ? event.message : {};
      const time = typeof event.timestamp === "string" ? event.timestamp : at;
      if (event.type === "assistant") {
        steps.turn(time, textOf(message.id), textOf(message.model));
        for (const { type, text, thinking, id, name, input } of list(message.content)) {
          if (type === "text") steps.say(String(text));
          if (type === "thinking") steps.think(String(thinking));
          if (type === "tool_use") steps.call(String(id), String(name), input);
          if (name === "Bash") shells.add(id);
        }
      }
      if (event.type === "user") {
        for (const { type, tool_use_id: id, content, is_error: failed } of list(message.content)) {
          if (type === "tool_result")
            steps.result(String(id), content, endedAs(content, failed === true, shells.has(id)));
        }
      }
    },
    end() {
      const finished = result !== undefined && result.is_error !== true;
      const complaint = textOf(result?.result) ?? textOf(result?.subtype);
      return { deeds: steps.deeds(), said: steps.said(), finished, ...(!finished && complaint ? { complaint } : {}) };
    },
  };
}

const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);

/** A shell's exit code is the first line of what failed; what did not fail ended with 0. */
function endedAs(content: unknown, failed: boolean, isShell: boolean): Readonly<Record<string, unknown>> {
  const code = /^Exit code (\d+)/.exec(String(content))?.[1];
  if (!failed) return isShell ? { exit_code: 0 } : {};
  return code === undefined ? { failed: true } : { exit_code: Number(code) };
}
