import type { Readable } from "node:stream";
import type { Acted, Agent } from "../contract.ts";
import { deedOf } from "../trajectory.ts";
import { readCommands, type Session, sitDown } from "./session.ts";
import { withoutMarks } from "./terminal.ts";

/** Where a person sits: at a terminal, or behind a stream of lines. */
export interface Seat {
  readonly input: Readable;
  readonly isTerminal: boolean;
  show(text: string): void;
}

/** A person, who gets what an agent gets: the instruction and a shell. What they do there is judged like any agent's. */
export function human(seat: Seat): Agent {
  return {
    name: "human",
    act: async ({ home, instruction, limit }, signal) => {
      seat.show(`${instruction.trim()}\n\nYou have ${limit} s. Leave the shell when you are done.\n\n`);
      const session = seat.isTerminal
        ? await sitDown(home, signal)
        : await readCommands(home, seat.input, signal, (chunk) =>
            seat.show(withoutMarks(Buffer.from(chunk).toString())),
          );
      return actedIn(session);
    },
  };
}

function actedIn({ commands, stopped }: Session): Acted {
  return {
    how: stopped ? "stopped" : "done",
    output: commands.map(({ command, output }) => `$ ${command}\n${output}`).join(""),
    deeds: commands.map((command, at) => deedOf(command, `call-${at + 1}`)),
    usage: { commands: commands.length },
  };
}
