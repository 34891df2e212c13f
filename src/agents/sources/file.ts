import { z } from "zod";
import { AgentProblem } from "../problem.ts";
import { builtIn, isBuiltIn, providers, urlOf } from "./built-in.ts";
import { type AgentSettings, type Budget, reasonings, type Source } from "./model.ts";

const positive = z.number().positive();
const count = z.int().positive();
const prices = { input: z.number().min(0), output: z.number().min(0) };
const cached = { cacheRead: z.number().min(0).optional(), cacheWrite: z.number().min(0).optional() };
const named = z.strictObject({
  name: z.string().min(1),
  context: count.optional(),
  maxOutputTokens: count.optional(),
  temperature: z.number().min(0).max(2).optional(),
  reasoning: z.enum(reasonings).optional(),
  price: z
    .strictObject({
      ...prices,
      ...cached,
      above: z.strictObject({ tokens: count, ...prices, ...cached }).optional(),
    })
    .optional(),
});
const word = z.string().regex(/^[A-Za-z0-9][\w.-]*$/, "expected letters, digits, . _ -");
/** What is there anyway: the shell itself, the recorder, and how an agent answers. */
const taken = ["shell", "airworthy", "answer"];
const ownWord = word.refine((name) => !taken.includes(name), `expected another name than ${taken.join(", ")}`);

/** Nothing in the file is passed over: a word that is not understood would be a wish that nobody hears. */
const schema = z.strictObject({
  budget: z
    .strictObject({
      turns: count.optional(),
      tokens: count.optional(),
      costUsd: positive.optional(),
      seconds: positive.optional(),
    })
    .optional(),
  endpoints: z
    .record(
      word,
      z.strictObject({
        provider: z.enum(providers).optional(),
        baseURL: z.string().optional(),
        keyVariable: z
          .string()
          .regex(/^[A-Za-z_]\w*$/, "expected the name of a variable, not a key")
          .optional(),
        models: z.array(z.union([z.string().min(1), named])).default([]),
      }),
    )
    .default({}),
  tools: z
    .record(
      ownWord,
      z.strictObject({
        command: z.array(z.string()).min(1),
        env: z.record(z.string(), z.string()).default({}),
        mounts: z.array(z.string().regex(/^\//, "expected a path that begins with /")).default([]),
      }),
    )
    .default({}),
});

/** Turns: enough for whoever gets anywhere, and an end for whoever does not. */
export const usualBudget: Budget = { turns: 100 };

/** What agents.toml says, held against what is known without it. */
export function settingsFrom(toml: unknown, file: string, env: NodeJS.ProcessEnv): AgentSettings {
  const { success, data, error } = schema.safeParse(toml);
  if (!success) {
    const [issue] = error.issues;
    const where = [file, ...(issue?.path ?? [])].join(" ");
    // What is wrong with a name is told within.
    const [named] = issue?.code === "invalid_key" ? issue.issues : [];
    throw new AgentProblem("BAD_CONFIG", `${where}: ${named?.message ?? issue?.message ?? "cannot be understood"}`);
  }
  const known = builtIn(env);
  const sources = Object.entries(data.endpoints).map(([name, { provider, baseURL, keyVariable, models }]): Source => {
    const where = `${file} endpoints.${name}`;
    const listed = models.map((each) => (typeof each === "string" ? { name: each } : each));
    const usual = known.find((each) => each.name === name);
    if (usual !== undefined) {
      // Whoever could move it would be sent the key that everybody has for it.
      if (provider === undefined && baseURL === undefined && keyVariable === undefined)
        return { ...usual, models: listed };
      throw new AgentProblem("BAD_CONFIG", `${where}: expected models only, for it is known without the file`, {
        hint: "to reach it elsewhere, give the endpoint another name, or set its URL in the environment",
      });
    }
    if (provider === undefined) throw new AgentProblem("BAD_CONFIG", `${where}: expected a provider, found none`);
    if (baseURL === undefined) throw new AgentProblem("BAD_CONFIG", `${where}: expected a baseURL, found none`);
    const url = urlOf(provider, baseURL, `${where}.baseURL`);
    return { name, provider, url, keyVariables: keyVariable === undefined ? [] : [keyVariable], models: listed };
  });
  const others = known.filter(({ name }) => !sources.some((each) => isBuiltIn(name) && each.name === name));
  return {
    file,
    sources: [...others, ...sources],
    servers: Object.entries(data.tools).map(([name, server]) => ({ name, ...server })),
    budget: { ...usualBudget, ...data.budget, turns: data.budget?.turns ?? usualBudget.turns },
  };
}
