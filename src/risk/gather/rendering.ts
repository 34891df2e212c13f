import { devNull } from "node:os";
import type { Answer, Want } from "../model.ts";
import { pack } from "../sight.ts";
import { runBounded } from "./bounded.ts";
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
  const bytes = Math.min(limits.fileBytes, allowance.bytes);
  const environment = { ...places.environment, KUBECONFIG: devNull, CHECKPOINT_DISABLE: "1", TF_INPUT: "0" };
  const bounds = { environment, directory: want.directory, timeoutMs: limits.renderMs, bytes, signal };
  const printed = await runBounded(program, rest, bounds);
  if (typeof printed === "string") return { want, missing: printed };
  allowance.bytes -= printed.length;
  return { want, documents: [pack({ name: want.command.slice(0, 4).join(" "), bytes: printed })] };
}
