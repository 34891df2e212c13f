import type { Command, Group, OptionSpecs } from "./command.ts";
import { commonOptions } from "./parse.ts";

export function helpOfCommand(name: string, command: Command): string {
  // Where a program is run, what stands behind its name belongs to it.
  const words = command.wraps
    ? [name, "[options]", command.usage.replace("-- ", "[--] ")]
    : [name, command.usage, "[options]"];
  const sections = [
    `${command.summary}\n\nusage: airworthy ${words.filter(Boolean).join(" ")}`,
    `options:\n${table(Object.entries({ ...command.options, ...commonOptions }).map(rowOf))}`,
  ];
  if (command.details) sections.push(command.details);
  if (command.examples.length > 0) {
    sections.push(`examples:\n${command.examples.map((line) => `  airworthy ${line}`).join("\n")}`);
  }
  return `${sections.join("\n\n")}\n`;
}

/** Listing a group loads its commands; that is the price of keeping each summary beside its command. */
export async function helpOfGroup(name: string, group: Group): Promise<string> {
  const rows = await Promise.all(
    Object.entries(group.commands).map(async ([word, entry]): Promise<[string, string]> => {
      if (typeof entry === "function") return [word, (await entry()).default.summary];
      return [`${word} …`, entry.summary];
    }),
  );
  const prefix = ["airworthy", name].filter(Boolean).join(" ");
  return [
    `${group.summary}\n\nusage: ${prefix} COMMAND [arguments] [options]`,
    `commands:\n${table(rows)}`,
    `${prefix} COMMAND --help shows what a command takes, with examples\n`,
  ].join("\n\n");
}

function rowOf([key, spec]: [string, OptionSpecs[string]]): [string, string] {
  const value = spec.type === "string" ? ` ${spec.value ?? "VALUE"}` : "";
  const short = spec.short ? `-${spec.short}, ` : "";
  return [`${short}--${key}${value}`, spec.multiple ? `${spec.text}; may be repeated` : spec.text];
}

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join("\n");
}
