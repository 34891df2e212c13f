import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { mkdir, symlink } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import { run } from "../../process/index.ts";
import type { Ask } from "../component.ts";
import { ToolchainProblem } from "../problem.ts";
import { fits } from "../version.ts";
import type { Way } from "../way.ts";

/** What the machine has already, if every program is there and says that it is of a fitting version. */
export const path: Way = {
  source: "path",
  words: () => "programs on PATH",
  closed: (component) => (component.onPath ? undefined : "its programs are not looked for on PATH"),
  async fetch({ component, into, signal }) {
    await mkdir(join(into, "bin"));
    let first: string | undefined;
    for (const program of component.programs) {
      const ask = component.onPath?.[program];
      const found = onPath(program);
      if (!ask || !found) throw new ToolchainProblem("WAY_CLOSED", `${program} is not on PATH`);
      const version = await versionOf(found, ask, signal);
      if (version === undefined || !fits(version, ask.from, ask.below)) {
        const wanted = `expected ${ask.from} or newer, older than ${ask.below}`;
        throw new ToolchainProblem("WAY_CLOSED", `${found}: ${wanted}, found ${version ?? "no version"}`);
      }
      first ??= version;
      // Links, not copies: a copied program may lose what it keeps beside itself. Go would lose its library.
      await symlink(program === "go" ? realpathSync(found) : found, join(into, "bin", program));
    }
    return first;
  },
};

export function onPath(program: string, env: NodeJS.ProcessEnv = process.env): string | undefined {
  for (const folder of (env.PATH ?? "").split(delimiter)) {
    const candidate = join(folder, program);
    if (!isAbsolute(folder)) continue;
    try {
      accessSync(candidate, constants.X_OK);
      if (statSync(candidate).isFile()) return candidate;
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}

async function versionOf(file: string, ask: Ask, signal?: AbortSignal): Promise<string | undefined> {
  const exit = await run(file, ask.args, { allowFailure: true, timeoutMs: 10_000, signal }).catch(() => undefined);
  return exit ? ask.version.exec(`${exit.stdout}\n${exit.stderr}`)?.[1] : undefined;
}
