import { readFile } from "node:fs/promises";
import { type BuildOptions, type BuiltImage, buildImage } from "../build.ts";
import { type Blob, blobPath, cacheAt, sha256 } from "../cache.ts";
import { MEDIA } from "../oci.ts";
import type { Recipe } from "../recipe.ts";
import type { Reference } from "../reference.ts";
import { loadAll, type Resolved, resolveIn } from "../resolve.ts";

export interface FoundManifest {
  readonly digest: string;
  readonly mediaType: string;
  readonly content: Buffer;
  /** Which recipe took whose place; undefined for originals. */
  readonly standIn: string | undefined;
}

/** Where manifests and blobs come from; undefined means: not here. */
export interface Source {
  manifest(image: Reference): Promise<FoundManifest | undefined>;
  blob(image: Reference, digest: string): Promise<Blob | undefined>;
}

/** The images of the recipes. */
export function localImages(options: BuildOptions): Source {
  const cache = cacheAt(options.cacheRoot);
  let recipes: Promise<Recipe[]> | undefined;
  const find = async (image: Reference): Promise<{ resolved: Resolved; built: BuiltImage } | undefined> => {
    recipes ??= loadAll(options.recipes);
    const resolved = resolveIn(await recipes, image);
    return resolved && { resolved, built: await buildImage(resolved.recipe, options) };
  };

  return {
    async manifest(image) {
      const found = await find(image);
      if (!found || (image.digest !== undefined && image.digest !== found.built.digest)) return undefined;
      const { resolved, built } = found;
      const content = await readFile(blobPath(cache, built.digest));
      if (`sha256:${sha256(content)}` !== built.digest) return undefined; // damaged this very moment; the next request rebuilds
      const standIn = resolved.standIn ? `${resolved.recipe} for ${image.registry}/${image.repository}` : undefined;
      return { digest: built.digest, mediaType: MEDIA.manifest, content, standIn };
    },
    async blob(image, digest) {
      const found = await find({ ...image, digest: undefined });
      return (
        found &&
        [found.built.manifest, found.built.config, ...found.built.layers].find((blob) => blob.digest === digest)
      );
    },
  };
}
