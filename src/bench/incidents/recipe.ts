import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import { z } from "zod";
import type { Blueprint } from "../../applications/index.ts";
import { faults } from "../../faults/index.ts";
import { messageOf } from "../../problem/index.ts";
import { type Plan, planOf, simpleTask } from "../../task/index.ts";
import { BenchProblem } from "../problem.ts";
import type { Make } from "../runs/task.ts";

/** One incident as it is to be made: a line of `incidents.yaml`. */
export interface Recipe {
  readonly name: string;
  readonly application: string;
  readonly seed: string;
  /** None: nothing is wrong. */
  readonly faults: readonly { readonly name: string; readonly on: string }[];
  /** What happens as well, and harms nobody: a release, one more replica, a note in somebody's settings. */
  readonly harmless: readonly { readonly what: "release" | "scale" | "note"; readonly on: string }[];
  /** How long users are served before, and how long they are watched after. */
  readonly seconds: { readonly before: number; readonly after: number };
}

const word = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "expected lowercase words with dashes between them");

const schema = z.strictObject({
  seconds: z.strictObject({ before: z.number().min(5), after: z.number().min(10) }),
  incidents: z
    .array(
      z.strictObject({
        name: word,
        application: word,
        seed: z.coerce.string(),
        faults: z.array(z.strictObject({ name: word, on: word })).default([]),
        harmless: z.array(z.strictObject({ what: z.enum(["release", "scale", "note"]), on: word })).default([]),
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
  const { seconds, incidents } = read.data;
  const recipes = incidents.map((each) => ({ ...each, seconds }));
  const twice = recipes.find(({ name }, at) => recipes.findIndex((other) => other.name === name) < at);
  if (twice) throw new BenchProblem("BAD_RECIPE", `${file}: two incidents are named ${twice.name}`);
  for (const recipe of recipes) planOfRecipe(recipe);
  return recipes;
}

/** Names and numbers of an incident, by its seed. */
export function planOfRecipe({ name, application, faults: placed, seed }: Recipe): Plan {
  return planOf(simpleTask({ name, application, faults: placed, instruction: "" }), seed);
}

/** What the incident needs of a cluster. Metrics are always among it. */
export function makeOfRecipe({ faults: placed }: Recipe): Omit<Make, "images" | "profile"> {
  const used = placed.flatMap(({ name }) => faults.filter((fault) => fault.name === name));
  const addons = new Set(["metrics-server" as const, ...used.flatMap((fault) => fault.addons ?? [])]);
  return { nodes: used.find(({ nodes }) => nodes)?.nodes ?? [{ name: "node-1" }], addons: [...addons].sort() };
}

/** All that are made for it: those of the application, and those of a fault that brings its own. */
export function namespacesOf({ objects }: Blueprint): string[] {
  return objects.filter(({ kind }) => kind === "Namespace").map(({ metadata }) => metadata.name);
}

/** Leaves traces outside its namespaces: nobody else may have the cluster afterwards. */
export function spoilsCluster(recipe: Recipe): boolean {
  const { blueprint, injections } = planOfRecipe(recipe);
  const own = new Set<string | undefined>(namespacesOf(blueprint));
  const changed = injections.flatMap(({ changes }) =>
    changes.map((change) =>
      change.is === "apply" ? change.object.metadata : "on" in change ? change.on : change.object,
    ),
  );
  const made = blueprint.objects.filter(({ kind }) => kind !== "Namespace").map(({ metadata }) => metadata);
  return [...made, ...changed].some(({ namespace }) => !own.has(namespace));
}
