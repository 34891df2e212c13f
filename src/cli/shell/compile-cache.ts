import { enableCompileCache } from "node:module";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/**
 * Keeps compiled code for the next time. Not below the shared temporary directory, which is Node's own choice: whoever
 * can write there could put code of theirs into a recorder that has a user of its own to keep them out.
 */
export function keepCompiledCode(env: NodeJS.ProcessEnv): void {
  const base = env.XDG_CACHE_HOME;
  try {
    enableCompileCache(join(base && isAbsolute(base) ? base : join(homedir(), ".cache"), "airworthy", "compile"));
  } catch {
    // A user without a home, as in some containers: it works without, a little slower.
  }
}
