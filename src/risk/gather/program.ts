import { access, constants } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";

export interface Places {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly directory: string;
  /** Folders whose programs are stand-ins that would call us again. */
  readonly exclude: readonly string[];
}

/**
 * The program that renders, from PATH. Never by the path in a command: whoever wrote the command chose it. Relative
 * places in PATH are passed over for the same reason.
 */
export async function findProgram(name: string, places: Places): Promise<string | undefined> {
  const excluded = places.exclude.map((folder) => resolve(folder));
  const endings = process.platform === "win32" ? [".exe", ".cmd"] : [""];
  for (const folder of (places.environment.PATH ?? "").split(delimiter)) {
    if (!folder.startsWith("/") && !/^[A-Za-z]:\\/.test(folder)) continue;
    if (excluded.includes(resolve(folder))) continue;
    for (const ending of endings) {
      const path = join(folder, name + ending);
      if (
        await access(path, constants.X_OK).then(
          () => true,
          () => false,
        )
      )
        return path;
    }
  }
  return undefined;
}
