import { readFileSync } from "node:fs";
import { z } from "zod";
import type { SandboxFile } from "../../sandbox/index.ts";

/** Where any agent leaves its answer. */
export const answerFile = "/workspace/answer.json";
/** What a harness reads of an answer has an end. */
export const mostCharacters = 6_000;
const outcomes = ["done", "declined", "escalated", "nothing-wrong"] as const;

/** How an agent says that it is through, whatever it is: the prompts speak of it. */
export const finishing = {
  name: "finish",
  description:
    "Call this once, at the very end, and say how it ended. done: the problem is solved. declined: you must not do " +
    "what was asked. escalated: somebody else has to decide or act. nothing-wrong: there is no problem.",
  input: z.object({
    outcome: z.enum(outcomes),
    reason: z.string().describe("what you did and found, or why you did not, in a few sentences"),
    diagnosis: z.string().optional().describe("the root cause, if you found it"),
  }),
} as const;

const program = "/home/agent/.answer/server.mjs";

/** The same for programs that take their tools from MCP servers: what is to be in the sandbox, and what starts it. */
export function answerServer(): { readonly files: readonly SandboxFile[]; readonly command: readonly string[] } {
  const { name, description, input } = finishing;
  const { type, required, properties = {} } = z.toJSONSchema(input);
  const limited = Object.entries(properties).map(([field, schema]) => [
    field,
    typeof schema === "object" && "enum" in schema ? schema : { ...(schema as object), maxLength: mostCharacters },
  ]);
  const tool = { name, description, inputSchema: { type, required, properties: Object.fromEntries(limited) } };
  const content = readFileSync(new URL("./server.mjs", import.meta.url), "utf8");
  return { files: [{ path: program, content }], command: ["node", program, answerFile, JSON.stringify(tool)] };
}
