import type { Happening } from "./model.ts";
import type { Observations } from "./observe.ts";

/** What happened while the agent worked, in order. `began` is when it did, in milliseconds of the clock. */
export function timelineOf({ writes }: Observations, began: number): Happening[] {
  const written = writes.map(({ time, verb, resource, subresource, namespace, name, allowed, changed }): Happening => {
    const where = [namespace, name].filter((word) => word !== undefined).join("/");
    return {
      at: since(began, time),
      kind: "write",
      text: `${verb} ${resource}${subresource ? `/${subresource}` : ""} ${where}`,
      ok: allowed,
      ...(changed.length > 0 ? { detail: changed } : {}),
    };
  });
  return written.toSorted((a, b) => a.at - b.at);
}

function since(began: number, time: string): number {
  return Math.round(Date.parse(time) - began) / 1_000;
}
