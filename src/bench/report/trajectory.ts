import type { Deed, Trajectory } from "../../agents/index.ts";
import { commandIn } from "../account.ts";
import type { ReportedCommand } from "./model.ts";

/** What was asked for, and every call of a tool with what the agent said before it. */
export interface ReadTrajectory {
  readonly instruction: string | undefined;
  readonly commands: readonly ReportedCommand[];
}

/** Trajectories of all agents have this form (ATIF), but what is in them is the agents' own. */
export function readTrajectory({ steps }: Trajectory, began: number): ReadTrajectory {
  const instruction = steps.find(({ source }) => source === "user")?.message;
  const done = steps.filter(({ source }) => source === "agent");
  let calls = 0;
  return {
    instruction: instruction === undefined ? undefined : textOf(instruction),
    commands: done
      .flatMap((deed) => commandsOf(deed, began))
      .map(({ isCall, ...command }) => ({ ...command, call: isCall ? calls++ : undefined })),
  };
}

type Told = Omit<ReportedCommand, "call"> & { readonly isCall: boolean };

function commandsOf(deed: Deed, began: number): Told[] {
  const at = Math.max(0, (Date.parse(deed.timestamp) - began) / 1_000) || 0;
  const said = [deed.reasoning_content, deed.message].map(textOf).filter(Boolean).join("\n\n");
  const calls = deed.tool_calls ?? [];
  if (calls.length === 0)
    return said === "" ? [] : [{ at, said, text: "", code: undefined, seconds: undefined, output: "", isCall: false }];
  return calls.map(({ tool_call_id, function_name, arguments: given }, index) => {
    const result = deed.observation?.results?.find(({ source_call_id }) => source_call_id === tool_call_id);
    const { exit_code: code, seconds } = result?.extra ?? {};
    const command = commandIn(given);
    return {
      at,
      isCall: true,
      said: index === 0 ? said : "",
      text: command !== undefined ? [command].flat().join(" ") : `${function_name} ${JSON.stringify(given ?? {})}`,
      code: typeof code === "number" ? code : undefined,
      seconds: typeof seconds === "number" ? seconds : undefined,
      output: textOf(result?.content),
    };
  });
}

/** A message may also be a list of parts, some of which are pictures. */
function textOf(message: unknown): string {
  if (typeof message === "string") return message;
  return message === undefined ? "" : JSON.stringify(message);
}
