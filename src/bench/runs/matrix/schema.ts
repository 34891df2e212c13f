import { z } from "zod";

/** A matrix file: what is tried, by whom, in which ways. Every list is a side of the matrix. */

const words = (what: string) =>
  z
    .array(z.string().min(1, `expected ${what}`), `expected a list of ${what}`)
    .min(1, `expected at least one of ${what}`);

const recorders = z
  .array(z.enum(["off", "shim", "offered", "hooks"]), "expected a list of off, shim, offered, hooks")
  .min(1, "expected at least one of off, shim, offered, hooks");

/** Agents that ask a model, for which all sides can be chosen. */
const withModel = new Set(["model", "claude", "codex", "gemini", "opencode"]);

const entry = z
  .object({
    /** How it is called in the report; what it is made of unless told. */
    name: z.string().min(1, "expected a name").max(80, "expected a name of at most 80 characters").optional(),
    /** As after --agent, without what the sides below say. */
    agent: z.string().min(1, "expected an agent such as oracle, script:FILE, model or claude"),
    models: words("models").optional(),
    prompts: words("prompt variants").optional(),
    tools: words("tools").optional(),
    recorders: recorders.optional(),
  })
  .superRefine((each, context) => {
    const word = wordOf(each.agent);
    for (const side of ["models", "prompts", "tools"] as const) {
      if (each[side] === undefined || withModel.has(word)) continue;
      context.addIssue({
        code: "custom",
        path: [side],
        message: `expected none, for ${word} has no ${side} to choose`,
      });
    }
  });

/** `model` of `model:x/y`, `claude` of `claude/x`. */
export function wordOf(agent: string): string {
  return agent.split(/[:/@+]/, 1)[0] ?? agent;
}

export const matrixSchema = z.object({
  tasks: words("names or directories of tasks"),
  seeds: z
    .array(z.union([z.string().min(1, "expected a seed"), z.int()]), "expected a list of seeds")
    .min(1, "expected at least one seed, or no list at all")
    .optional(),
  attempts: z
    .int("expected a whole number")
    .min(1, "expected at least 1")
    .max(1_000, "expected at most 1000")
    .default(1),
  recorders: recorders.optional(),
  baseline: z.string().min(1, "expected the name of an agent").optional(),
  agents: z.array(entry, "expected a list of agents").min(1, "expected at least one [[agents]]"),
});

export type MatrixFile = z.infer<typeof matrixSchema>;
export type MatrixEntry = MatrixFile["agents"][number];
