import type { CallToolResult } from "@modelcontextprotocol/server";
import { messageOf, Problem } from "../problem/index.ts";

/** A tool's answer: words for the model, data for programs. */
export function answer(text: string, data: object): CallToolResult {
  return { content: [{ type: "text", text }], structuredContent: { ...data } };
}

/** What goes wrong is told as a failure, with its code and with what to do: a model that reads it can act on it. */
export async function failing(work: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await work();
  } catch (thrown) {
    const { code, hint } = thrown instanceof Problem ? thrown : { code: "BUG", hint: undefined };
    const lines = [`error ${code}: ${messageOf(thrown)}`, ...(hint ? [`hint: ${hint}`] : [])];
    return {
      isError: true,
      content: [{ type: "text", text: lines.join("\n") }],
      structuredContent: { error: { code, message: messageOf(thrown), ...(hint ? { hint } : {}) } },
    };
  }
}
