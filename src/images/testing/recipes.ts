import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A directory of its own for one test file: recipes, caches, a small file in the place of the Kubernetes binary. */
export interface Workshop extends AsyncDisposable {
  readonly recipes: string;
  readonly kube: string;
  cache(name: string): string;
  recipe(name: string, text: string, files?: Readonly<Record<string, string>>): Promise<void>;
}

export async function openWorkshop(): Promise<Workshop> {
  const home = await mkdtemp(join(tmpdir(), "airworthy-images-"));
  const recipes = join(home, "recipes");
  const kube = join(home, "kube");
  await mkdir(recipes);
  await writeFile(kube, "#!/bin/sh\necho kube\n");
  await chmod(kube, 0o755);
  return {
    recipes,
    kube,
    cache: (name) => join(home, "cache", name),
    async recipe(name, text, files = {}) {
      await mkdir(join(recipes, name, "files"), { recursive: true });
      await writeFile(join(recipes, name, "recipe.yaml"), text);
      for (const [path, content] of Object.entries(files)) {
        await mkdir(dirname(join(recipes, name, "files", path)), { recursive: true });
        await writeFile(join(recipes, name, "files", path), content);
      }
    },
    [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true }),
  };
}
