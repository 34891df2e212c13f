import { z } from "zod";
import { messageOf } from "../problem/index.ts";
import type { Store } from "./store/store.ts";
import { tools } from "./tools/index.ts";
import { shown } from "./tools/show.ts";

const question = z.object({ tool: z.string(), input: z.record(z.string(), z.unknown()).default({}) });

/** One question to one tool, as a line of JSON, for whoever has no MCP at hand: `{"tool": "alerts", "input": {}}`. */
export async function ask(store: Store, line: string): Promise<string> {
  try {
    const { tool: name, input } = question.parse(JSON.parse(line));
    const tool = tools.find((each) => each.name === name);
    if (tool === undefined) return listing;
    const { summary, rows } = await tool.run(store, input);
    return [summary, ...rows.map((row) => JSON.stringify(row))].join("\n");
  } catch (thrown) {
    return `error: ${thrown instanceof z.ZodError ? z.prettifyError(thrown) : shown(messageOf(thrown), 600)}`;
  }
}

const listing = tools
  .map(({ name, description, input }) => `${name}: ${description}\n    ${Object.keys(input.shape).join(", ")}`)
  .join("\n");
