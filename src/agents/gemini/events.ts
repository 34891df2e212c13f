import type { Event, EventReader } from "../programs/manner.ts";
import { openSteps } from "../programs/steps.ts";
import { isObject } from "../proxy/index.ts";

/**
 * `--output-format stream-json`: words in pieces, calls and results. What comes after results belongs to the next
 * answer of the model.
 */
export function geminiReader(): EventReader {
  const steps = openSteps();
  let result: Event | undefined;
  let complaint: string | undefined;
  let model: string | undefined;
  let isNew = true;
  const speak = (at: string) => {
    if (isNew) steps.turn(at, undefined, model);
    isNew = false;
  };
  return {
    take(event, at) {
      const time = typeof event.timestamp === "string" ? event.timestamp : at;
      const { type, tool_id: id } = event;
      if (type === "init" && typeof event.model === "string") model = event.model;
      if (type === "result") result = event;
      if (type === "error" || (type === "result" && event.status !== "success")) complaint = messageOf(event);
      if (type === "message" && event.role === "assistant") {
        speak(time);
        steps.say(String(event.content));
      }
      if (type === "tool_use") {
        speak(time);
        steps.call(String(id), String(event.tool_name), event.parameters);
      }
      if (type === "tool_result") {
        isNew = true;
        const failed = event.status !== "success";
        const content = event.output ?? messageOf(event) ?? "";
        steps.result(String(id), content, failed ? { failed: true } : undefined);
      }
    },
    end: () => ({
      ...{ deeds: steps.deeds(), said: steps.said(), finished: result?.status === "success" },
      ...(complaint && result?.status !== "success" ? { complaint } : {}),
    }),
  };
}

function messageOf(event: Event): string | undefined {
  const error = isObject(event.error) ? event.error : event;
  return typeof error.message === "string" ? error.message : undefined;
}
