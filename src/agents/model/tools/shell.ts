import { z } from "zod";
import type { Stage } from "../../contract.ts";
import { capped, type Tool } from "./tool.ts";

const usualSeconds = 60;
const mostSeconds = 600;
/** Bytes of each of the two outputs. */
const mostOutput = 16_384;

/** A line for bash, in the sandbox. */
export function shell(home: Stage["home"]): Tool {
  return {
    name: "bash",
    description:
      "Run a command with bash. Each call is a new shell that begins in the working directory. " +
      `It is ended after ${usualSeconds} seconds unless told otherwise, and of long output the middle is left out.`,
    input: z.object({
      command: z.string().min(1),
      timeout_seconds: z.number().positive().max(mostSeconds).optional().describe(`at most ${mostSeconds}`),
    }),
    isCommand: true,
    async run({ command, timeout_seconds }, signal) {
      const timeoutSeconds = Number(timeout_seconds ?? usualSeconds);
      const { code, stdout, stderr, seconds, why } = await home.exec(["bash", "-c", String(command)], {
        ...{ signal, timeoutSeconds, maxOutput: mostOutput },
      });
      const output = capped(`${stdout}${stderr}`);
      const ending = why === "timeout" ? `[ended after ${timeoutSeconds} s]` : why ? `[ended: ${why}]` : "";
      const status = code === 0 ? "" : `[exit code ${code}]`;
      return {
        text: [output.trimEnd(), ending, status].filter((part) => part !== "").join("\n") || "[no output]",
        extra: { exit_code: code, seconds: Math.round(seconds * 1_000) / 1_000, ...(why ? { why } : {}) },
      };
    },
  };
}
