import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Where finished components, logs and locks live. Outlives any checkout. */
export function cacheDirectory(env: NodeJS.ProcessEnv = process.env): string {
  const base = env.XDG_CACHE_HOME;
  // The XDG rule: a relative path there is to be ignored.
  return join(base && isAbsolute(base) ? base : join(homedir(), ".cache"), "airworthy");
}

/** The package's own root, in a checkout (src/) and when installed (dist/). */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return folder;
}
