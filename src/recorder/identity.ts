import { userInfo } from "node:os";
import type { Actor, Trace } from "../evidence/index.ts";
import { invalid } from "./record/input.ts";

const kinds: readonly string[] = ["agent", "human", "ci", "service", "unknown"] satisfies Actor["kind"][];

/** `KIND:ID`, or only an ID, which is then an agent's: `agent:claude`, `claude`, `ci:deploy`. */
export function parseActor(text: string): Actor {
  const colon = text.indexOf(":");
  const [kind, id] = colon < 0 ? ["agent", text] : [text.slice(0, colon), text.slice(colon + 1)];
  if (!kinds.includes(kind))
    throw invalid(`actor: expected one of ${kinds.join(", ")} before the colon, found "${kind}"`);
  if (id.trim() === "") throw invalid("actor: expected KIND:ID, found no id");
  return { kind: kind as Actor["kind"], id };
}

/** Who acts where nobody says: a claim, like every name. What started us may have left its own in the environment. */
export function actorHere(environment: NodeJS.ProcessEnv): Actor {
  const { AIRWORTHY_ACTOR, AIRWORTHY_MODEL: model, CI } = environment;
  if (AIRWORTHY_ACTOR) return { ...parseActor(AIRWORTHY_ACTOR), ...(model ? { model } : {}) };
  return { kind: CI && CI !== "false" ? "ci" : "unknown", id: userHere() };
}

export function userHere(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? "unknown"); // A user id without a name, as in many containers.
  }
}

/** The operation that we are a part of, as OpenTelemetry hands it on to programs: `00-TRACE-SPAN-FLAGS`. */
export function traceHere(environment: NodeJS.ProcessEnv): Trace | undefined {
  const [, trace, parent] =
    /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}/.exec(environment.TRACEPARENT ?? "") ?? [];
  return trace && parent && !/^0+$/.test(trace) ? { trace, parent } : undefined;
}
