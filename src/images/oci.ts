import type { Blob } from "./cache.ts";
import type { Recipe } from "./recipe.ts";

export const MEDIA = {
  manifest: "application/vnd.oci.image.manifest.v1+json",
  config: "application/vnd.oci.image.config.v1+json",
  layer: "application/vnd.oci.image.layer.v1.tar",
} as const;

/** Whoever inspects an image sees here that it is not the original, and whose place it takes. */
export const STAND_IN = "dev.airworthy.stand-in";

const CREATED = "2024-01-01T00:00:00Z";
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: "amd64", arm64: "arm64" };
const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

export function imageConfig(recipe: Recipe, layers: readonly Blob[]): Buffer {
  const set = (names: readonly string[]) =>
    names.length > 0 ? Object.fromEntries([...names].sort().map((name) => [name, {}])) : undefined;
  return json({
    architecture: ARCHITECTURES[process.arch] ?? process.arch,
    os: "linux",
    created: CREATED,
    config: {
      User: recipe.user,
      Env: Object.entries({ PATH, ...recipe.env }).map(([name, value]) => `${name}=${value}`),
      Entrypoint: recipe.entrypoint,
      Cmd: recipe.cmd,
      WorkingDir: recipe.workdir,
      ExposedPorts: set(recipe.ports),
      Volumes: set(recipe.volumes),
      StopSignal: recipe.stopSignal,
      Labels: labels(recipe),
    },
    rootfs: { type: "layers", diff_ids: layers.map(({ digest }) => digest) },
    history: layers.map((_, index) => ({
      created: CREATED,
      created_by: `airworthy images/${recipe.name} layer ${index + 1}`,
    })),
  });
}

export function imageManifest(recipe: Recipe, config: Blob, layers: readonly Blob[]): Buffer {
  return json({
    schemaVersion: 2,
    mediaType: MEDIA.manifest,
    config: { mediaType: MEDIA.config, digest: config.digest, size: config.size },
    layers: layers.map(({ digest, size }) => ({ mediaType: MEDIA.layer, digest, size })),
    annotations: labels(recipe),
  });
}

function labels(recipe: Recipe): Record<string, string> {
  const originals = recipe.standsInFor.flatMap(({ names }) => names).join(" ");
  return {
    "dev.airworthy.recipe": recipe.name,
    ...(originals ? { [STAND_IN]: originals } : {}),
    "org.opencontainers.image.description": recipe.about,
    ...recipe.labels,
  };
}

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
