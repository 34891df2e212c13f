import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import { z } from "zod";
import { messageOf } from "../../problem/index.ts";
import { AgentProblem } from "../problem.ts";
import type { Turn } from "./script.ts";

const count = z.int().min(0);
const call = z.union([
  z.strictObject({ shell: z.string().min(1) }),
  z.strictObject({ write: z.string().min(1), content: z.string() }),
  z.strictObject({ server: z.string(), tool: z.string().min(1), input: z.record(z.string(), z.unknown()) }),
  z.strictObject({ malformed: z.enum(["tool", "arguments"]) }),
]);
const also = {
  /** As many turns as this. */
  repeat: z.int().min(1).max(1_000).default(1),
  trouble: z
    .strictObject({
      is: z.union([z.int().min(400).max(599), z.enum(["cut", "silence"])]),
      times: count.optional(),
    })
    .optional(),
  tokens: z
    .strictObject({
      ...{ input: count, output: count },
      ...{ cacheRead: count.optional(), cacheWrite: count.optional(), reasoning: count.optional() },
    })
    .optional(),
};
const script = z
  .array(
    z.union([z.strictObject({ say: z.string(), ...also }), z.strictObject({ calls: z.array(call).min(1), ...also })]),
  )
  .min(1);

/** A script for a model, as YAML or JSON: a list of turns. */
export async function readScript(file: string): Promise<readonly Turn[]> {
  const text = await readFile(file, "utf8").catch((thrown: unknown) => {
    throw new AgentProblem("NO_SUCH_FILE", `${file}: cannot be read: ${messageOf(thrown)}`);
  });
  return scriptIn(text, file);
}

export function scriptIn(text: string, file: string): readonly Turn[] {
  let value: unknown;
  try {
    value = parse(text);
  } catch (thrown) {
    throw new AgentProblem("BAD_CONFIG", `${file}: expected YAML: ${messageOf(thrown)}`);
  }
  const { success, data, error } = script.safeParse(value);
  if (success) return data.flatMap(({ repeat, ...turn }) => Array<Turn>(repeat).fill(turn as Turn));
  const [issue] = error.issues;
  const where = issue?.path.length ? ` turn ${Number(issue.path[0]) + 1}` : "";
  throw new AgentProblem("BAD_CONFIG", `${file}${where}: expected a list of turns: ${issue?.message ?? ""}`, {
    hint: "a turn has `say` or `calls`; a call has `shell`, `write` and `content`, `server`, `tool` and `input`, or `malformed`",
  });
}
