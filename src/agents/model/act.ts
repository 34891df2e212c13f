import { messageOf } from "../../problem/index.ts";
import { SandboxProblem } from "../../sandbox/index.ts";
import type { Call } from "./ask.ts";
import { Interruption } from "./interruption.ts";
import type { Told, Tool } from "./tools/index.ts";

export interface Done extends Told {
  readonly call: Call;
  readonly tool: Tool | undefined;
}

/** Calls of one turn. Each is a process of the harness as well, so there is an end to them. */
const mostCalls = 32;

/** Carries out all calls of a turn at once, but for the one that ends it: whoever finishes has seen the others through. */
export async function carryOut(calls: readonly Call[], tools: readonly Tool[], signal: AbortSignal): Promise<Done[]> {
  const run = async (call: Call): Promise<Done> => {
    const tool = tools.find(({ name }) => name === call.name);
    const tooMany = calls.indexOf(call) >= mostCalls;
    const told = tooMany ? { text: `error: at most ${mostCalls} calls at once` } : await attempt(call, tool, signal);
    return { call, tool, ...told, text: presentable(told.text) };
  };
  const isLast = ({ name }: Call) => name === "finish";
  const first = await Promise.all(calls.filter((call) => !isLast(call)).map(run));
  const last: Done[] = [];
  for (const call of calls.filter(isLast)) last.push(await run(call));
  return calls.flatMap((call) => [...first, ...last].find((done) => done.call === call) ?? []);
}

/** Providers refuse a request for an empty text, a zero byte or half a character; no model is to blame for those. */
function presentable(text: string): string {
  return text === "" ? "[empty]" : text.toWellFormed().replaceAll("\0", "\uFFFD");
}

async function attempt(call: Call, tool: Tool | undefined, signal: AbortSignal): Promise<Told> {
  if (call.wrong !== undefined) return { text: `error: ${call.wrong}`, extra: { malformed: true } };
  if (tool === undefined) return { text: `error: there is no tool ${call.name}`, extra: { malformed: true } };
  try {
    return await tool.run(inputOf(call), signal);
  } catch (thrown) {
    if (signal.aborted) return { text: "[ended: the time was over]", extra: { why: "timeout" } };
    // Everything else that goes wrong with a call is for the model to hear; a sandbox that is gone is not.
    if (thrown instanceof SandboxProblem && (thrown.code === "ENDED" || thrown.code === "NOT_STARTED")) {
      throw new Interruption(messageOf(thrown));
    }
    return { text: `error: ${messageOf(thrown)}`, extra: { exit_code: 1 } };
  }
}

function inputOf({ input }: Call): Readonly<Record<string, unknown>> {
  return typeof input === "object" && input !== null ? (input as Record<string, unknown>) : {};
}
