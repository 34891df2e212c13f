import { existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";
import { messageOf } from "../problem/index.ts";
import { ToolchainProblem } from "./problem.ts";

/** Where finished components, logs and locks live. Outlives any checkout. */
export function cacheDirectory(env: NodeJS.ProcessEnv = process.env): string {
  const base = env.XDG_CACHE_HOME;
  // The XDG rule: a relative path there is to be ignored.
  return join(base && isAbsolute(base) ? base : join(homedir(), ".cache"), "airworthy");
}

/** A folder of the cache, made if it is not there. */
export function makeCacheFolder(name: string): string {
  const folder = join(cacheDirectory(), name);
  try {
    mkdirSync(folder, { recursive: true });
    return folder;
  } catch (cause) {
    throw new ToolchainProblem("CACHE_UNUSABLE", `${folder}: expected a folder we may write to: ${messageOf(cause)}`, {
      cause,
      hint: "let XDG_CACHE_HOME name a folder of yours",
    });
  }
}

/** The package's own root, in a checkout (src/) and when installed (dist/). */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return folder;
}
