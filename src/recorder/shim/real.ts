import { accessSync, closeSync, constants, openSync, readSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { isLauncher } from "./launcher.ts";
import { ShimProblem } from "./problem.ts";

export interface Real {
  readonly path: string;
  /** PATH without the folders of launchers, for whatever looks programs up on its behalf. */
  readonly searchPath: string;
}

/** The program that would run if there were no launchers. */
export function realProgram(name: string, { PATH = "" }: NodeJS.ProcessEnv): Real {
  const folders = PATH.split(delimiter).filter((folder) => isAbsolute(folder) && !isStandIn(join(folder, name)));
  const path = folders.map((folder) => join(folder, name)).find(isProgram);
  if (path !== undefined) return { path, searchPath: folders.join(delimiter) };
  throw new ShimProblem("NOT_FOUND", `${name}: no program of this name behind the launcher of airworthy`, {
    hint: "is it installed, and its folder on PATH after the launchers'?",
  });
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function isStandIn(path: string): boolean {
  try {
    const file = openSync(path, "r");
    const start = Buffer.alloc(256);
    const length = readSync(file, start);
    closeSync(file);
    return isLauncher(start.toString("latin1", 0, length));
  } catch {
    return false;
  }
}
