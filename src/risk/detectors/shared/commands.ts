import type { Command, Detector, Finding } from "../../model.ts";
import { mayChange } from "../../operation-class.ts";

type Findings = Finding | readonly Finding[] | undefined;

/** A detector's `detect` for commands of some tools whose operation fits, unless they only look or plan. */
export function inCommands(
  tools: readonly string[],
  operation: RegExp,
  look: (command: Command) => Findings,
): Detector["detect"] {
  return ({ commands }) =>
    commands
      .filter(
        (command) => mayChange(command.class) && tools.includes(command.tool) && operation.test(command.operation),
      )
      .flatMap((command) => look(command) ?? []);
}

/** The words of a command that are the reason, and no others: the rest may hold secrets. */
export function wordsOf(command: Command, ...options: readonly string[]): string {
  const dash = command.tool === "terraform" || command.tool === "tofu" ? "-" : "--";
  const shown = options
    .filter((name) => command.flags.has(name))
    .map((name) => {
      const value = command.flags.get(name);
      return value === true ? `${dash}${name}` : `${dash}${name}=${value}`;
    });
  return [command.tool, command.operation, ...shown].join(" ");
}

/** Whether an option is on: given without a value, or with any but "false". */
export function isOn(command: Command, name: string): boolean {
  const value = command.flags.get(name);
  return value !== undefined && value !== "false";
}

/** The value of an option, where it has one. */
export function optionOf(command: Command, name: string): string | undefined {
  const value = command.flags.get(name);
  return value === true ? undefined : value;
}
