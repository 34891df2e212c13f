import { readdir, readFile, readlink, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { fillWithApplets } from "./applets.ts";
import { addSystemFiles, trim } from "./base.ts";
import { dataOf } from "./debs.ts";
import { ImageProblem } from "./problem.ts";
import type { Recipe } from "./recipe.ts";
import { Tree } from "./tree.ts";

/** Where the layer that several images share holds the toolchain's binary. */
export const placeOf = (binary: string) => `/usr/local/lib/airworthy/${binary}`;

/** All files of an image but the toolchain's binary itself. Later parts replace earlier ones: packages, system, recipe. */
export async function rootfs(recipe: Recipe, debs: readonly string[], signal?: AbortSignal): Promise<Tree> {
  const tree = new Tree();
  for (const deb of debs) tree.addTar(await dataOf(deb, signal), basename(deb));
  trim(tree, recipe.drop);
  addSystemFiles(tree, recipe);
  for (const { path, find, replace } of recipe.patches) tree.patch(path, find, replace);
  for (const [from, to] of Object.entries(recipe.move)) tree.move(from, to);
  for (const { path, mode, uid, gid } of recipe.directories) {
    const octal = Number.parseInt(mode, 8);
    if (tree.get(path)) tree.own(path, uid, gid, octal);
    else tree.add({ kind: "directory", path, mode: octal, uid, gid });
  }
  for (const { target, paths } of recipe.links) for (const path of paths) tree.add({ kind: "symlink", path, target });
  if (recipe.files !== undefined) await copyInto(tree, recipe.files, "/");
  for (const program of recipe.toolchain) {
    tree.add({
      kind: "symlink",
      path: program.startsWith("/") ? program : `/usr/local/bin/${program}`,
      target: placeOf(recipe.binary),
    });
  }
  if (recipe.applets) fillWithApplets(tree);
  return tree;
}

/** Copies a directory of the recipe. Of the mode only the executable bit counts: the rest depends on who checked it out. */
async function copyInto(tree: Tree, from: string, to: string): Promise<void> {
  for (const entry of (await readdir(from, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const source = join(from, entry.name);
    const path = join(to, entry.name);
    if (entry.isDirectory()) {
      if (!tree.get(path)) tree.add({ kind: "directory", path });
      await copyInto(tree, source, path);
    } else if (entry.isSymbolicLink()) tree.add({ kind: "symlink", path, target: await readlink(source) });
    else if (entry.isFile()) {
      const mode = (await stat(source)).mode & 0o100 ? 0o755 : 0o644;
      tree.add({ kind: "file", path, content: await readFile(source), mode });
    } else throw new ImageProblem("BAD_RECIPE", `${source}: expected a file, directory or symbolic link`);
  }
}
