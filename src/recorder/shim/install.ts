import { chmod, mkdir, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { isLauncher, launcherText, shimmed } from "./launcher.ts";
import { ShimProblem } from "./problem.ts";

/** Where launchers are put unless told. */
export function shimFolder(environment: NodeJS.ProcessEnv): string {
  const base = environment.XDG_DATA_HOME;
  const data = base && isAbsolute(base) ? base : join(environment.HOME ?? homedir(), ".local", "share");
  return join(data, "airworthy", "shims");
}

export async function installShims(
  folder: string,
  own: readonly [string, string],
  options: { readonly passes: boolean },
): Promise<readonly string[]> {
  if (process.platform === "win32") {
    throw new ShimProblem("NOT_SUPPORTED", "shim: launchers are shell scripts, which Windows does not run by name", {
      hint: "install the hooks of your agent instead, or use: airworthy exec",
    });
  }
  await installedShims(folder); // All or none: whatever must not be overwritten is found before the first is written.
  await mkdir(folder, { recursive: true });
  for (const program of shimmed) {
    const path = join(folder, program);
    await writeFile(`${path}.new`, launcherText(program, own, options.passes));
    await chmod(`${path}.new`, 0o755);
    await rename(`${path}.new`, path);
  }
  return shimmed;
}

/** The programs whose launchers were there. */
export async function uninstallShims(folder: string): Promise<readonly string[]> {
  const found = await installedShims(folder);
  for (const program of found) await rm(join(folder, program));
  await rmdir(folder).catch(() => {}); // Not there, or not only ours.
  return found;
}

export async function installedShims(folder: string): Promise<readonly string[]> {
  const found = await Promise.all(shimmed.map(async (name) => ((await ourLauncher(join(folder, name))) ? [name] : [])));
  return found.flat();
}

/** Whether there is one of ours; a program of somebody else in its place is not touched. */
async function ourLauncher(path: string): Promise<boolean> {
  const text = await readFile(path, "latin1").catch(() => undefined);
  if (text === undefined) return false;
  if (isLauncher(text)) return true;
  throw new ShimProblem("NOT_OURS", `${path}: expected a launcher of airworthy, found another program`, {
    hint: "give a folder that is used for nothing else: airworthy hook install shim DIRECTORY",
  });
}
