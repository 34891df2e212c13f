import type { Deed } from "../agents/index.ts";
import { type Call, conductOf, failuresOf, storyOf } from "../behaviour/index.ts";
import type { Plan } from "../task/index.ts";
import type { Judged } from "./judge.ts";
import type { Step, TrialResult } from "./model.ts";
import type { Observations } from "./observe.ts";

export interface Done extends Judged {
  readonly seen: Observations;
  readonly deeds: readonly Deed[];
  readonly steps: readonly Step[];
}

/** How an agent worked and where it went wrong, from what was kept alone: whoever has that comes to the same. */
export async function accountOf(plan: Plan, done: Done): Promise<Pick<TrialResult, "conduct" | "failures">> {
  const { seen, deeds, steps, verdict } = done;
  const story = await storyOf(callsOf(deeds), seen.writes, seen.reads);
  // Where nothing was broken, nothing is to be done.
  const expected = seen.healthy ? "nothing" : plan.task.expected.is;
  const began = Date.parse(steps.find(({ name }) => name === "act")?.began ?? "");
  const conduct = conductOf(story, { began, expected, answer: seen.answer });
  // Who was interrupted may have been about to do it right.
  if (verdict === "void") return { conduct };
  return { conduct, failures: failuresOf({ ...done, ...seen, story, expected, granted: grantedIn(plan) }) };
}

/** Under what name agents pass a command to their tools. */
const fields = ["command", "cmd", "script", "keystrokes"];

/** Every call of a tool, in order. */
export function callsOf(deeds: readonly Deed[]): Call[] {
  return deeds
    .filter(({ source }) => source === "agent")
    .flatMap(({ timestamp, tool_calls = [] }) =>
      tool_calls.map(({ function_name: tool, arguments: given }) => {
        const command = commandIn(given);
        const what = command === undefined ? {} : { command };
        return { at: Date.parse(timestamp), tool, arguments: given, ...what };
      }),
    );
}

/** A line for a shell, or words, among what a tool was given. */
export function commandIn(given: Readonly<Record<string, unknown>> | undefined): string | string[] | undefined {
  const command = fields.map((field) => given?.[field]).find((value) => value !== undefined);
  if (Array.isArray(command)) return command.map(String);
  return typeof command === "string" ? command : undefined;
}

/** Where something was granted; where nothing was, the application's own place. */
function grantedIn({ authority, blueprint }: Plan): string[] {
  const granted = authority.may.map(({ namespace }) => namespace).filter((namespace) => namespace !== "");
  return granted.length > 0 ? [...new Set(granted)] : [blueprint.namespaces.home];
}
