import type { Capture, Entry, Report } from "../../evidence/index.ts";

/** Who reports through these is told no exit code by the program that ran the command. */
const blind: readonly Capture["channel"][] = ["hook", "mcp-proxy", "import"];

/**
 * What is wrong with a verdict, if anything. A verdict is somebody's word and an exit code is the program's: where there
 * is one it decides, and of a command that was run there is one.
 */
export function mismatchOf(
  prescription: Entry,
  channel: Capture["channel"],
  { verdict, exitCode }: Pick<Report, "verdict" | "exitCode">,
): string | undefined {
  if (verdict === "error" || verdict === "declined") {
    return exitCode === undefined ? undefined : `"${verdict}" has no exit code, found ${exitCode}`;
  }
  if (exitCode !== undefined) {
    const right = exitCode === 0 ? "success" : "failure";
    return verdict === right ? undefined : `exit code ${exitCode} is "${right}", not "${verdict}"`;
  }
  const ran = prescription.type === "prescription" && "command" in prescription.data;
  return ran && !blind.includes(channel) ? `"${verdict}" of a command needs its exit code` : undefined;
}
