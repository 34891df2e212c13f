import { access, constants, open } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";

export interface Places {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly directory: string;
}

/** The first lines of the launchers that send commands through the recorder: through them we would call ourselves. */
const launcher = "# Made by `airworthy hook install shim`";

/**
 * The program that renders, from PATH. Never by the path in a command: whoever wrote the command chose it. Relative
 * places in PATH are passed over for the same reason.
 */
export async function findProgram(name: string, { environment }: Places): Promise<string | undefined> {
  const endings = process.platform === "win32" ? [".exe", ".cmd"] : [""];
  for (const folder of (environment.PATH ?? "").split(delimiter)) {
    if (!isAbsolute(folder)) continue;
    for (const ending of endings) {
      const path = join(folder, name + ending);
      if (await isProgram(path)) return path;
    }
  }
  return undefined;
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    await using file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(100), 0, 100, 0);
    return !buffer.subarray(0, bytesRead).includes(launcher);
  } catch {
    return false; // Not there, not ours to run, or a folder.
  }
}
