import { loadRecipe, type Recipe, recipeNames, type StandIn } from "./recipe.ts";
import { parseReference, type Reference } from "./reference.ts";

/** Recipes are also reachable by their own name, as nobody's stand-in. */
export const OWN_REGISTRY = "airworthy.local";

export interface Resolved {
  readonly recipe: string;
  readonly reference: Reference;
  /** True when the name is the public name of somebody else's image. */
  readonly standIn: boolean;
}

/** Finds the recipe that takes the place of a public image; undefined where a real registry would not know it either. */
export async function resolve(reference: string, recipes?: string): Promise<Resolved | undefined> {
  return resolveIn(await loadAll(recipes), parseReference(reference));
}

export async function loadAll(recipes?: string): Promise<Recipe[]> {
  return Promise.all((await recipeNames(recipes)).map((name) => loadRecipe(name, recipes)));
}

export function resolveIn(recipes: readonly Recipe[], reference: Reference): Resolved | undefined {
  const name = `${reference.registry}/${reference.repository}`;
  for (const recipe of recipes) {
    if (name === `${OWN_REGISTRY}/${recipe.name}`) {
      return reference.tag === undefined || reference.tag === "latest"
        ? { recipe: recipe.name, reference, standIn: false }
        : undefined;
    }
    const entry = recipe.standsInFor.find(({ names }) => names.includes(name));
    if (!entry) continue;
    // Without a tag only the digest says what is wanted; whoever serves it compares that with what was built.
    if (reference.tag === undefined || isPlausible(entry, reference.tag))
      return { recipe: recipe.name, reference, standIn: true };
  }
  return undefined;
}

/** Whether the original has, or may well have, such a tag: a version in the known range or one of the known words. */
function isPlausible(entry: StandIn, tag: string): boolean {
  if (entry.words.some((word) => new RegExp(`^(?:${word})$`).test(tag))) return true;
  const parts = new RegExp(`^(?:${entry.prefix})(\\d+(?:\\.\\d+){0,3})(?:${entry.suffix || "(?!)"})?$`).exec(tag);
  return parts?.[1] !== undefined && entry.versions.some((range) => inRange(String(parts[1]), range));
}

const HIGHEST_PATCH = 40;

/** 1.14..1.29 holds 1, 1.14, 1.29.3 but not 1.30; parts beyond those of the bounds must only be sensible. */
function inRange(version: string, range: string): boolean {
  const [low = [], high = []] = range.split("..").map((bound) => bound.split(".").map(Number));
  const asked = version.split(".");
  if (asked.some((part) => String(Number(part)) !== part)) return false;
  const numbers = asked.map(Number);
  const shared = (bound: readonly number[]) => Math.min(bound.length, numbers.length);
  if (compare(numbers.slice(0, shared(low)), low) < 0 || compare(numbers.slice(0, shared(high)), high) > 0)
    return false;
  return numbers.slice(Math.max(low.length, high.length)).every((part) => part <= HIGHEST_PATCH);
}

function compare(some: readonly number[], bound: readonly number[]): number {
  for (const [index, part] of some.entries()) if (part !== bound[index]) return part - (bound[index] ?? 0);
  return 0;
}
