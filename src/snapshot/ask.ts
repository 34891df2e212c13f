import { z } from "zod";
import { messageOf, Problem } from "../problem/index.ts";
import { SnapshotProblem } from "./problem.ts";
import type { Store } from "./store/store.ts";
import { type ToolAnswer, tools } from "./tools/index.ts";
import { shown } from "./tools/show.ts";

const question = z.object({ tool: z.string(), input: z.unknown().default({}) });

/** One question to one tool, as a line of JSON, for whoever has no MCP at hand: `{"tool": "alerts", "input": {}}`. */
export async function ask(store: Store, line: string): Promise<string> {
  try {
    const { tool, input } = question.parse(JSON.parse(line));
    return tool === "" ? toolListing : answerText(await askTool(store, tool, input));
  } catch (thrown) {
    const hint = thrown instanceof Problem ? thrown.hint : undefined;
    return [`error: ${shown(messageOf(thrown), 600)}`, ...(hint ? [`hint: ${hint}`] : [])].join("\n");
  }
}

/** What a tool says; what it cannot be asked is refused with what it can. */
export async function askTool(store: Store, name: string, input: unknown): Promise<ToolAnswer> {
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined) {
    const hint = `there are ${tools.map((each) => each.name).join(", ")}`;
    throw new SnapshotProblem("BAD_QUERY", `no tool "${name}"`, { hint });
  }
  try {
    return await tool.run(store, input);
  } catch (cause) {
    if (!(cause instanceof z.ZodError)) throw cause;
    const options = Object.keys(tool.input.shape).join(", ") || "none";
    throw new SnapshotProblem("BAD_QUERY", `${name}: ${z.prettifyError(cause)}`, {
      cause,
      hint: `options: ${options}`,
    });
  }
}

/** A line for each row, as JSON: nothing within a row can look like a line of ours. */
export function answerText({ summary, rows }: ToolAnswer): string {
  return [summary, ...rows.map((row) => JSON.stringify(row))].join("\n");
}

export const toolListing = tools
  .map(({ name, description, input }) => `${name}: ${description}\n    ${Object.keys(input.shape).join(", ")}`)
  .join("\n");
