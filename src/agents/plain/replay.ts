import type { Agent } from "../contract.ts";
import { AgentProblem } from "../problem.ts";
import { type Deed, deedOf, type Given } from "../trajectory.ts";
import { readCommands } from "./session.ts";

/** A command of a recorded trajectory: words to run, a script for a new shell, or a line for one that goes on. */
type Command =
  | { readonly is: "words"; readonly words: readonly string[] }
  | { readonly is: "shell" | "terminal"; readonly line: string };

/** Does again what a trajectory says was done, on whatever it is put in front of. */
export function replay(name: string, trajectory: unknown): Agent {
  const commands = commandsOf(trajectory);
  return {
    name,
    act: async ({ home, limit }, signal) => {
      const given: Given[] = [];
      const until = performance.now() + limit * 1_000;
      for (const [at, command] of commands.entries()) {
        const left = (until - performance.now()) / 1_000;
        if (left <= 0 || signal.aborted) break;
        if (command.is === "terminal") {
          // Lines of one terminal belong together: what one sets, the next uses.
          if (at > 0 && commands[at - 1]?.is === "terminal") continue;
          const lines = commands.slice(at, endOfSession(commands, at)).map((each) => ("line" in each ? each.line : ""));
          given.push(...(await readCommands(home, `${lines.join("\n")}\n`, signal)).commands);
          continue;
        }
        const words = command.is === "words" ? command.words : ["sh", "-c", command.line];
        const began = new Date();
        const { code, stdout, stderr, seconds, why } = await home.exec(words, { signal, timeoutSeconds: left });
        const line = command.is === "words" ? command.words.join(" ") : command.line;
        given.push({
          where: "shell",
          command: line,
          began,
          seconds,
          code,
          output: `${stdout}${stderr}`,
          ...(why ? { why } : {}),
        });
      }
      return {
        how: signal.aborted || performance.now() >= until ? "stopped" : "done",
        output: given.map(({ command, output }) => `$ ${command}\n${output}`).join(""),
        deeds: given.map((each, at): Deed => deedOf(each, `call-${at + 1}`)),
        usage: { commands: given.length },
      };
    },
  };
}

function endOfSession(commands: readonly Command[], from: number): number {
  const end = commands.findIndex((each, at) => at > from && each.is !== "terminal");
  return end < 0 ? commands.length : end;
}

/** Under what name agents pass a command to their tools. */
const fields = ["command", "cmd", "script", "keystrokes"];

/** The commands in any ATIF trajectory: of ours, and of others whose tools take a command. */
export function commandsOf(trajectory: unknown): Command[] {
  const { schema_version: version, steps } = (trajectory ?? {}) as { schema_version?: unknown; steps?: unknown };
  if (!String(version).startsWith("ATIF-v1.") || !Array.isArray(steps)) {
    const found = version === undefined ? "no schema_version" : JSON.stringify(version);
    throw new AgentProblem("NOT_A_TRAJECTORY", `trajectory: expected ATIF-v1 with steps, found ${found}`);
  }
  return (steps as Partial<Deed>[])
    .filter(({ source }) => source === "agent")
    .flatMap(({ tool_calls = [] }) => tool_calls)
    .flatMap(({ function_name: tool, arguments: given = {} }): Command[] => {
      const value = fields.map((field) => given[field]).find((each) => each !== undefined);
      if (Array.isArray(value) && value.length > 0) return [{ is: "words", words: value.map(String) }];
      if (typeof value !== "string" || value.trim() === "") return [];
      // Our model loop, like others whose tool has that name, begins a new shell with every call.
      if (tool === "bash") return [{ is: "words", words: ["bash", "-c", value] }];
      return [{ is: tool === "shell" ? "shell" : "terminal", line: value.replace(/\n$/, "") }];
    });
}
