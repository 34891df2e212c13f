import type { Event, EventReader } from "../programs/manner.ts";
import { openSteps } from "../programs/steps.ts";
import { isObject } from "../proxy/index.ts";

/** `run --format json`: parts of messages, each said when it is over; a step is one answer of the model. */
export function opencodeReader(): EventReader {
  const steps = openSteps();
  let reason: unknown;
  let complaint: string | undefined;
  return {
    take(event, at) {
      const part = isObject(event.part) ? event.part : {};
      const key = typeof part.messageID === "string" ? part.messageID : undefined;
      const time = typeof event.timestamp === "number" ? new Date(event.timestamp).toISOString() : at;
      if (event.type === "error") complaint = messageOf(event);
      if (event.type === "step_start") steps.turn(time, key);
      if (event.type === "step_finish") reason = part.reason;
      if (event.type === "text") steps.say(String(part.text));
      if (event.type === "reasoning") steps.think(String(part.text));
      if (event.type === "tool_use") {
        const state = isObject(part.state) ? part.state : {};
        const id = String(part.callID);
        steps.turn(time, key);
        steps.call(id, String(part.tool), state.input);
        steps.result(id, state.output ?? state.error ?? "", endedAs(state));
      }
    },
    end() {
      const finished = complaint === undefined && reason === "stop";
      return { deeds: steps.deeds(), said: steps.said(), finished, ...(complaint ? { complaint } : {}) };
    },
  };
}

function endedAs({ status, metadata }: Event): Readonly<Record<string, unknown>> {
  const { exit } = isObject(metadata) ? metadata : {};
  if (typeof exit === "number") return { exit_code: exit };
  return status === "error" ? { failed: true } : {};
}

function messageOf(event: Event): string {
  const error = isObject(event.error) ? event.error : {};
  const data = isObject(error.data) ? error.data : error;
  return String(data.message ?? error.name ?? "error");
}
