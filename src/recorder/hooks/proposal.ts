import { hash } from "node:crypto";
import { proposalOfCall } from "../calls/index.ts";
import type { Intent } from "../model.ts";
import type { Deed, ToolCall } from "./event.ts";
import type { Scope } from "./settings.ts";

type Proposed = Pick<Intent, "shell" | "command" | "tool" | "operation" | "documents" | "stdin" | "intent">;

/** Whatever is under our own name records by itself. */
const ourServer = "airworthy";

/** What a call comes to for the recorder; undefined for what is not recorded. */
export function proposalOf(call: ToolCall, scope: Scope): Proposed | undefined {
  const { does } = call;
  switch (does.is) {
    case "shell":
      return { shell: does.line };
    case "files": {
      const documents = does.files.map(({ path, change }) => ({ name: path, bytes: Buffer.from(change) }));
      const actions = new Set(does.files.map(({ action }) => action));
      return { tool: "files", operation: actions.size === 1 ? [...actions].join() : "edit", documents };
    }
    case "mcp":
      return does.server === ourServer ? undefined : proposalOfCall(does.server, does.tool, does.input, {});
    case "other":
      return scope === "all"
        ? {
            tool: "agent",
            operation: call.tool,
            documents: [{ name: "input.json", bytes: Buffer.from(JSON.stringify(does.input)) }],
          }
        : undefined;
  }
}

/** The same before and after a call, so that a call without an id is found again. */
export function digestOf({ tool, does }: ToolCall): string {
  return hash("sha256", JSON.stringify([tool, does satisfies Deed]));
}
