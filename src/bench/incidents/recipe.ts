import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import { z } from "zod";
import type { Blueprint } from "../../applications/index.ts";
import { faults } from "../../faults/index.ts";
import { messageOf } from "../../problem/index.ts";
import { type Plan, planOf, simpleTask } from "../../task/index.ts";
import { BenchProblem } from "../problem.ts";
import type { Make } from "../runs/task.ts";
import { type Harmless, harmlessChanges, harmlessNames, nodesFor } from "./harmless.ts";

/** One incident as it is to be made: a line of `incidents.yaml`. */
export interface Recipe {
  readonly name: string;
  readonly application: string;
  readonly seed: string;
  /** None: nothing is wrong. */
  readonly faults: readonly { readonly name: string; readonly on: string }[];
  /** What happens as well, and harms nobody: a release, a job that is tried again, a note in somebody's settings. */
  readonly harmless: readonly Harmless[];
  /** How long users are served before, and how long they are watched after. */
  readonly seconds: { readonly before: number; readonly after: number };
}

const word = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "expected lowercase words with dashes between them");

/** Some minutes, unless a list or an incident can do with less. */
const usual = { before: 60, after: 120 };
const seconds = z.strictObject({ before: z.number().min(5), after: z.number().min(10) });

const schema = z.strictObject({
  seconds: seconds.default(usual),
  incidents: z
    .array(
      z.strictObject({
        name: word,
        application: word,
        seed: z.coerce.string(),
        faults: z.array(z.strictObject({ name: word, on: word })).default([]),
        harmless: z
          .array(z.strictObject({ what: z.enum(harmlessNames), on: word, late: z.boolean().optional() }))
          .default([]),
        seconds: seconds.optional(),
      }),
    )
    .min(1),
});

/** The list of incidents; all of it is sound, or none is made. */
export async function readRecipes(file: string): Promise<readonly Recipe[]> {
  let value: unknown;
  try {
    value = parse(await readFile(file, "utf8"));
  } catch (cause) {
    throw new BenchProblem("BAD_RECIPE", `${file}: cannot be read: ${messageOf(cause)}`, { cause });
  }
  const read = schema.safeParse(value);
  if (!read.success) throw new BenchProblem("BAD_RECIPE", `${file}: ${z.prettifyError(read.error)}`);
  const recipes = read.data.incidents.map((each) => ({ ...each, seconds: each.seconds ?? read.data.seconds }));
  const twice = recipes.find(({ name }, at) => recipes.findIndex((other) => other.name === name) < at);
  if (twice) throw new BenchProblem("BAD_RECIPE", `${file}: two incidents are named ${twice.name}`);
  for (const recipe of recipes) {
    try {
      const { blueprint } = planOfRecipe(recipe);
      for (const each of recipe.harmless) harmlessChanges(each, blueprint);
    } catch (cause) {
      throw new BenchProblem("BAD_RECIPE", `${file}: ${recipe.name}: ${messageOf(cause)}`, { cause });
    }
  }
  return recipes;
}

/** Names and numbers of an incident, by its seed. */
export function planOfRecipe({ name, application, faults: placed, seed }: Recipe): Plan {
  return planOf(simpleTask({ name, application, faults: placed, instruction: "" }), seed);
}

/** What the incident needs of a cluster. Metrics are always among it. */
export function makeOfRecipe({ faults: placed, harmless }: Recipe): Omit<Make, "images" | "profile"> {
  const used = placed.flatMap(({ name }) => faults.filter((fault) => fault.name === name));
  const addons = new Set(["metrics-server" as const, ...used.flatMap((fault) => fault.addons ?? [])]);
  const [nodes = [{ name: "node-1" }]] = [...used.map((fault) => fault.nodes), ...harmless.map(nodesFor)].filter(
    (each) => each !== undefined,
  );
  return { nodes, addons: [...addons].sort() };
}

/** All that are made for it: those of the application, and those of a fault that brings its own. */
export function namespacesOf({ objects }: Blueprint): string[] {
  return objects.filter(({ kind }) => kind === "Namespace").map(({ metadata }) => metadata.name);
}

/** Leaves traces outside its namespaces: nobody else may have the cluster afterwards. */
export function spoilsCluster(recipe: Recipe): boolean {
  const { blueprint, injections } = planOfRecipe(recipe);
  const own = new Set<string | undefined>(namespacesOf(blueprint));
  const changes = [
    ...injections.flatMap((injection) => injection.changes),
    ...recipe.harmless.flatMap((each) => harmlessChanges(each, blueprint)),
  ];
  const changed = changes.map((change) =>
    change.is === "apply" ? change.object.metadata : "on" in change ? change.on : change.object,
  );
  const made = blueprint.objects.filter(({ kind }) => kind !== "Namespace").map(({ metadata }) => metadata);
  return [...made, ...changed].some(({ namespace }) => !own.has(namespace));
}
