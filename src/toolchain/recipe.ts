import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type Component, platform } from "./component.ts";
import { ToolchainProblem } from "./problem.ts";

/**
 * The name of a component's place in the cache: a digest of everything that decides what it is. Change a version, a flag
 * or a line of source and it is another place, so a cache never needs to be emptied to be right.
 */
export function recipeKey(component: Component, root: string): string {
  const hash = createHash("sha256").update(platform());
  // Not what it is for, nor how to recognise it on PATH: a better sentence must not cost ten minutes of compiling.
  const { name, version, programs, downloads, goProxy, npm, build } = component;
  hash.update(JSON.stringify([name, version, programs, downloads, goProxy, npm, build]));
  if (component.build) {
    const module = join(root, component.build.module);
    for (const file of moduleFiles(module)) {
      hash.update(`\0${relative(module, file)}\0`).update(readFileSync(file));
    }
  }
  return hash.digest("hex").slice(0, 16);
}

/** The files of one Go module. A folder with a go.mod of its own is another module, and counts if ours builds with it. */
function moduleFiles(module: string): string[] {
  if (!existsSync(join(module, "go.mod"))) {
    throw new ToolchainProblem("BUILD_FAILED", `${module}: expected a Go module, found no go.mod`, {
      hint: "the package is incomplete: install it again",
    });
  }
  const text = readFileSync(join(module, "go.mod"), "utf8");
  const inside = new Set([...text.matchAll(/=> (\.\/\S+)/g)].map((match) => join(module, match[1] ?? "")));
  const walk = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true })
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => {
        const path = join(folder, entry.name);
        if (entry.isFile()) return [path];
        if (!entry.isDirectory()) return [];
        return !existsSync(join(path, "go.mod")) || inside.has(path) ? walk(path) : [];
      });
  return walk(module);
}
