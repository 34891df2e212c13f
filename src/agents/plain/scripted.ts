import type { Agent } from "../contract.ts";
import { deedOf } from "../trajectory.ts";

/** An agent that needs no model: it runs a script for sh, where and as an agent would. */
export function scripted(name: string, script: string): Agent {
  return {
    name,
    act: async ({ home, limit }, signal) => {
      const began = new Date();
      const { code, stdout, stderr, seconds, why } = await home.exec(["sh", "-c", script], {
        ...{ signal, timeoutSeconds: limit },
      });
      const how = why === "timeout" ? "stopped" : code === 0 ? "done" : "failed";
      const output = `${stdout}${stderr}`;
      const given = { where: "shell", command: script, began, seconds, code, output, ...(why ? { why } : {}) } as const;
      return {
        ...{ how, deeds: [deedOf(given, "call-1")], usage: { commands: 1 } },
        output: why ? `${output}\nended: ${why}\n` : output,
      };
    },
  };
}

/** Looks and leaves. */
export const nop: Agent = { name: "nop", act: async () => ({ how: "done", output: "", deeds: [] }) };
