import { readFile } from "node:fs/promises";
import type { Document, Proposal } from "../../risk/index.ts";
import type { OptionSpecs, Values } from "../shell/command.ts";
import { UsageProblem } from "../shell/exit.ts";
import type { Terminal } from "../shell/terminal.ts";
import { readInput } from "./standard-input.ts";

/** What somebody is about to do, where it is not run by us. */
export const proposalOptions = {
  shell: { type: "string", value: "LINE", text: "a line for a shell, instead of a command after --" },
  tool: { type: "string", value: "NAME", text: "the tool, where there is no command" },
  operation: { type: "string", value: "NAME", text: "what the tool is to do" },
  file: { type: "string", multiple: true, value: "FILE", text: "a document that it is about; - for standard input" },
  scope: { type: "string", value: "WORD", text: "where this is, if nothing else says: production, staging, …" },
  findings: {
    type: "string",
    multiple: true,
    value: "FILE",
    text: "a scanner's report as SARIF, to count for the risk",
  },
} as const satisfies OptionSpecs;

export async function proposalOf(
  options: Values<typeof proposalOptions>,
  command: readonly string[],
  terminal: Terminal,
): Promise<Proposal> {
  const { shell, tool, operation, scope } = options;
  if (command.length > 0 && shell !== undefined) {
    throw new UsageProblem("BAD_OPTION", "--shell: expected a line for a shell or a command after --, found both");
  }
  if (command.length === 0 && shell === undefined && tool === undefined && options.file.length === 0) {
    throw new UsageProblem("MISSING_ARGUMENT", "expected a command after --, --shell, --tool or --file, found nothing");
  }
  const documents = await Promise.all(options.file.map((name) => documentOf(name, terminal)));
  const findings = await Promise.all(options.findings.map((name) => documentOf(name, terminal)));
  return {
    documents,
    findings,
    ...(command.length > 0 ? { command } : {}),
    ...(shell === undefined ? {} : { shell }),
    ...(tool === undefined ? {} : { tool }),
    ...(operation === undefined ? {} : { operation }),
    ...(scope === undefined ? {} : { scope }),
  };
}

export async function documentOf(name: string, terminal: Terminal): Promise<Document> {
  if (name === "-") return await readInput(terminal.stdin);
  try {
    return { name, bytes: await readFile(name) };
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new UsageProblem("BAD_OPTION", `${name}: ${code === "ENOENT" ? "no such file" : message}`, { cause });
  }
}
