import { readdir, readFile, readlink, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { z } from "zod";
import { closure, type Package } from "./apt.ts";
import { type Cache, readJson, sha256, sha256OfFile, stampOf, writeWhole } from "./cache.ts";
import { ImageProblem } from "./problem.ts";
import type { Recipe } from "./recipe.ts";

const planSchema = z.array(z.object({ name: z.string(), version: z.string(), sha256: z.string(), size: z.number() }));

/** A digest of all that a recipe says and of every file beside it. */
export async function recipeDigest(recipe: Recipe): Promise<string> {
  const files: string[] = [];
  const { files: root } = recipe;
  for (const entry of root === undefined ? [] : await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) {
      const executable = ((await stat(path)).mode & 0o100) !== 0;
      files.push(`${relative(root ?? "", path)} ${executable} ${sha256(await readFile(path))}`);
    } else if (entry.isSymbolicLink()) files.push(`${relative(root ?? "", path)} -> ${await readlink(path)}`);
  }
  const below = recipe.base ? await recipeDigest(recipe.base) : undefined;
  return sha256(JSON.stringify([{ ...recipe, base: below, files: undefined }, files.sort()]));
}

/**
 * The packages of a recipe. The first answer is kept: later builds use the same versions (and need no apt) until asked to
 * refresh, so that images do not change between two runs because a mirror did.
 */
export async function packagePlan(
  cache: Cache,
  recipe: Recipe,
  refresh: boolean,
  signal?: AbortSignal,
): Promise<Package[]> {
  const kept = refresh ? undefined : await keptPlan(cache, recipe);
  if (kept) return kept;
  const plan = await closure(allOf(recipe, "packages"), allOf(recipe, "omit"), { index: cache.apt, signal });
  await writeWhole(planPath(cache, recipe), JSON.stringify(plan, null, 1));
  return plan;
}

export async function keptPlan(cache: Cache, recipe: Recipe): Promise<Package[] | undefined> {
  return planSchema.safeParse(await readJson(planPath(cache, recipe))).data;
}

/** With those of the recipes below, since a package may need another version of one that is there. */
function allOf(recipe: Recipe, field: "packages" | "omit"): string[] {
  return [...(recipe.base ? allOf(recipe.base, field) : []), ...recipe[field]];
}

export function planPath(cache: Cache, recipe: Recipe): string {
  const question = [allOf(recipe, "packages").sort(), allOf(recipe, "omit").sort(), process.arch];
  return join(cache.plans, `${sha256(JSON.stringify(question))}.json`);
}

export function needsBinary(recipe: Recipe): boolean {
  return recipe.toolchain.length > 0 || (recipe.base !== undefined && needsBinary(recipe.base));
}

/** The file of the toolchain that a recipe's programs are called from, by the name of its binary. */
export type Binaries = Readonly<Record<string, string>>;

/** The digest of the recipe's binary, remembered as long as nobody touches the file. */
export async function binaryDigest(cache: Cache, recipe: Recipe, binaries: Binaries): Promise<string | undefined> {
  if (!needsBinary(recipe)) return undefined;
  const binary = binaries[recipe.binary];
  const stamp = binary === undefined ? undefined : await stampOf(binary);
  if (binary === undefined || stamp === undefined) {
    const found = binary === undefined ? "none was given" : `found none at ${binary}`;
    throw new ImageProblem("TOOLCHAIN", `image ${recipe.name}: expected the binary ${recipe.binary}, ${found}`, {
      hint: "run: airworthy doctor",
    });
  }
  const memo = memoPath(cache, stamp);
  const kept = z.string().safeParse(await readJson(memo));
  if (kept.success) return kept.data;
  const digest = await sha256OfFile(binary);
  await writeWhole(memo, JSON.stringify(digest));
  return digest;
}

/** Where the digest of a binary with this stamp is noted. */
export function memoPath(cache: Cache, stamp: string): string {
  return join(cache.plans, `binary-${stamp}.json`);
}
