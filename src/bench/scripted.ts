import { run } from "../process/index.ts";
import type { Agent } from "./model.ts";

/** An agent that needs no model: it runs a script for sh, where and as an agent would. */
export function scripted(name: string, script: string): Agent {
  return {
    name,
    act: async ({ command }, signal) => {
      const { file, args, env } = command("sh", ["-c", script]);
      const { code, stdout, stderr } = await run(file, args, { env, signal, allowFailure: true });
      return { how: code === 0 ? "done" : "failed", output: stdout + stderr };
    },
  };
}

/** Looks and leaves. */
export const nop: Agent = { name: "nop", act: async () => ({ how: "done", output: "" }) };
