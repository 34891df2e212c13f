import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { applicationImages } from "../../applications/index.ts";
import type { Cluster, ClusterSpec } from "../../cluster/index.ts";
import { messageOf } from "../../problem/index.ts";
import type { Report } from "../../process/index.ts";
import { openSnapshot, oracle, score, truthOf } from "../../snapshot/index.ts";
import { BenchProblem } from "../problem.ts";
import { type Generated, generate } from "./generate.ts";
import { makeOfRecipe, type Recipe, readRecipes, spoilsCluster } from "./recipe.ts";

export interface GenerateOptions {
  readonly into: string;
  readonly only: readonly string[];
  /** Also those that are there. */
  readonly again: boolean;
  /** Instead of what the list says. */
  readonly seconds: Partial<Recipe["seconds"]>;
  create(spec: ClusterSpec): Promise<Cluster>;
  readonly environment: NodeJS.ProcessEnv;
  readonly report: Report;
  readonly signal: AbortSignal;
}

/** Makes the incidents of a list, one after the other; one that fails is nobody else's failure. */
export async function generateAll(
  directory: string,
  options: GenerateOptions,
): Promise<{ made: Generated[]; failed: { name: string; because: string }[] }> {
  const recipes = await chosen(await readRecipes(join(directory, "incidents.yaml")), options);
  const made: Generated[] = [];
  const failed: { name: string; because: string }[] = [];
  let cluster: { readonly key: string; readonly is: Cluster } | undefined;
  const letGo = async () => {
    await cluster?.is[Symbol.asyncDispose]();
    cluster = undefined;
  };
  try {
    for (const [at, recipe] of recipes.entries()) {
      options.signal.throwIfAborted();
      const make = makeOfRecipe(recipe);
      const key = JSON.stringify(make);
      if (cluster?.key !== key) await letGo();
      try {
        const spec = { name: `incident-${process.pid}-${at}`, ...make, profile: "plain" as const };
        cluster ??= { key, is: await options.create({ ...spec, images: applicationImages() }) };
        const seconds = { ...recipe.seconds, ...options.seconds };
        const one = await generate(cluster.is, { ...recipe, seconds }, options);
        await proveFindable(one.path, options.environment);
        made.push(one);
      } catch (thrown) {
        options.signal.throwIfAborted();
        failed.push({ name: recipe.name, because: messageOf(thrown) });
      }
      // What failed may have left anything behind.
      const isClean = made.at(-1)?.name === recipe.name && made.at(-1)?.clean === true;
      if (!isClean || spoilsCluster(recipe)) await letGo();
    }
  } finally {
    await letGo();
  }
  return { made, failed };
}

async function chosen(recipes: readonly Recipe[], { only, again, into }: GenerateOptions): Promise<Recipe[]> {
  const unknown = only.find((name) => !recipes.some((recipe) => recipe.name === name));
  if (unknown !== undefined) throw new BenchProblem("BAD_RECIPE", `no incident is named ${unknown}`);
  const there = async ({ name }: Recipe) =>
    await stat(join(into, `${name}.tar.zst`)).then(
      () => true,
      () => false,
    );
  const wanted: Recipe[] = [];
  for (const recipe of recipes) {
    if (only.length > 0 && !only.includes(recipe.name)) continue;
    if (again || !(await there(recipe))) wanted.push(recipe);
  }
  // Those that can share a cluster follow one another; those that spoil theirs come last.
  const key = (recipe: Recipe) => `${spoilsCluster(recipe) ? 1 : 0}${JSON.stringify(makeOfRecipe(recipe))}`;
  return wanted.sort((a, b) => key(a).localeCompare(key(b)) || a.name.localeCompare(b.name));
}

/** Whoever knows the truth must be able to say it in names that stand in the data. */
async function proveFindable(path: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const { truth } = await truthOf(path, { environment });
  using store = await openSnapshot(path, { environment });
  const { score: reached, questions, missing } = score(await oracle(store, truth), truth);
  if (reached === 1 && questions.detection === 1 && questions.localisation === 1) return;
  await rm(path, { force: true });
  throw new BenchProblem(
    "NO_EVIDENCE",
    `${path}: the right answer scores ${reached}, ${JSON.stringify(questions)}; not in the data: ${missing.join(", ")}`,
  );
}
