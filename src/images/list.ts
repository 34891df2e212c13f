import { type BuildOptions, builtAlready } from "./build.ts";
import { loadAll, OWN_REGISTRY } from "./resolve.ts";

export interface ListedImage {
  readonly name: string;
  readonly about: string;
  /** Its own name and the public names it answers to. */
  readonly references: readonly string[];
  /** The originals whose place it takes. */
  readonly standInFor: readonly string[];
  /** Known once it was built. */
  readonly digest: string | undefined;
  readonly size: number | undefined;
}

/** Every recipe, with what is known of its image. Builds nothing. */
export async function listImages(options: BuildOptions = {}): Promise<ListedImage[]> {
  const listed: ListedImage[] = [];
  for (const recipe of await loadAll(options.recipes)) {
    const standInFor = recipe.standsInFor.flatMap(({ names }) => names);
    const built = await builtAlready(recipe, options);
    listed.push({
      name: recipe.name,
      about: recipe.about,
      references: [`${OWN_REGISTRY}/${recipe.name}`, ...standInFor],
      standInFor,
      digest: built?.digest,
      size: built?.size,
    });
  }
  return listed;
}
