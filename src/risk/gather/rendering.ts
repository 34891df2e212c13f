import { devNull } from "node:os";
import { messageOf } from "../../problem/index.ts";
import { ProcessProblem, run } from "../../process/index.ts";
import type { Answer, Want } from "../model.ts";
import { pack } from "../sight.ts";
import type { Allowance } from "./files.ts";
import type { Limits } from "./limits.ts";
import { findProgram, type Places } from "./program.ts";

/** The only commands that are ever run to look, none of which changes anything. */
const allowed: readonly (readonly string[])[] = [
  ["kubectl", "kustomize"],
  ["helm", "template"],
  ["terraform", "show", "-json"],
  ["tofu", "show", "-json"],
];

/** Runs a program that renders, within its time. A cluster or a registry it would like to ask is not offered. */
export async function render(
  want: Extract<Want, { ask: "rendering" }>,
  places: Places,
  limits: Limits,
  allowance: Allowance,
  signal: AbortSignal,
): Promise<Answer> {
  const [name = "", ...rest] = want.command;
  const isAllowed = allowed.some((words) => words.every((word, at) => want.command[at] === word));
  if (!isAllowed) return { want, missing: "it is not among the programs that are run to look" };
  const program = await findProgram(name, places);
  if (program === undefined) return { want, missing: `${name} is not here` };
  try {
    const { stdout } = await run(program, rest, {
      cwd: want.directory,
      env: { ...places.environment, KUBECONFIG: devNull, CHECKPOINT_DISABLE: "1", TF_INPUT: "0" },
      timeoutMs: limits.renderMs,
      signal,
    });
    const bytes = Buffer.from(stdout);
    if (bytes.length > Math.min(limits.fileBytes, allowance.bytes))
      return { want, missing: `it prints ${bytes.length} bytes` };
    allowance.bytes -= bytes.length;
    return { want, documents: [pack({ name: want.command.slice(0, 4).join(" "), bytes })] };
  } catch (thrown) {
    return { want, missing: reasonOf(thrown, limits) };
  }
}

function reasonOf(thrown: unknown, limits: Limits): string {
  if (thrown instanceof ProcessProblem && thrown.code === "TIMED_OUT")
    return `it was not done after ${limits.renderMs} ms`;
  const lines = messageOf(thrown).split("\n");
  return (lines.find((line) => /error/i.test(line)) ?? lines.at(-1) ?? "it failed").trim().slice(0, 300);
}
