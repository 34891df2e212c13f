import type { Component, Source } from "./component.ts";
import { ourShelf, type Shelf } from "./obtain.ts";
import { recipeKey } from "./recipe.ts";
import { lookUp, placeOf } from "./store.ts";
import { ways } from "./ways/index.ts";

/** One line of the list of components: what it is, whether it is here, and how it would be got. */
export interface Listing {
  readonly name: string;
  readonly version: string;
  readonly purpose: string;
  readonly programs: readonly string[];
  readonly state: "cached" | "damaged" | "absent";
  /** Where the cached one came from. */
  readonly from?: Source;
  readonly directory?: string;
  /** What is wrong with a damaged one; it is made anew when it is asked for. */
  readonly damage?: string;
  /** The ways that exist for it on this platform, in the order they are tried. */
  readonly ways: readonly string[];
}

/** Looks only; fetches nothing. A full look reads every byte in the cache. */
export async function components(look: "quick" | "full" = "quick", shelf: Shelf = ourShelf()): Promise<Listing[]> {
  return await Promise.all(shelf.components.map((component) => list(component, look, shelf)));
}

async function list(component: Component, look: "quick" | "full", shelf: Shelf): Promise<Listing> {
  const { name, version, purpose, programs } = component;
  const open = ways.filter((way) => way.closed(component) === undefined).map((way) => way.words(component));
  const about = { name, version, purpose, programs, ways: open };
  const found = await lookUp(placeOf(component, recipeKey(component, shelf.root)), look);
  if (!found) return { ...about, state: "absent" };
  if ("damage" in found) return { ...about, state: "damaged", damage: found.damage };
  return { ...about, state: "cached", version: found.version, from: found.from, directory: found.directory };
}
