import { mkdir, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { messageOf } from "../../problem/index.ts";
import { withLock } from "../../process/index.ts";
import { jobConfig, jobLock, placeJson, type RunLock, RunProblem } from "../results/index.ts";

/** Makes a run's directory, with all that is to be tried in it and nothing tried yet. */
export async function beginRun(directory: string, lock: RunLock, jobs: number): Promise<void> {
  try {
    await mkdir(directory, { recursive: true });
  } catch (error) {
    throw new RunProblem("NOT_WRITABLE", `${directory}: cannot be made: ${messageOf(error)}`, {
      hint: "name another directory with --out",
    });
  }
  // Of two that begin here at once, one finds the other's.
  await withLock(join(directory, ".in-use"), async () => {
    await refuseUsed(directory);
    await placeJson(join(directory, "config.json"), jobConfig(lock, dirname(directory), jobs));
    await placeJson(join(directory, "lock.json"), jobLock(lock, jobs));
  });
}

async function refuseUsed(directory: string): Promise<void> {
  const names = await readdir(directory);
  if (names.includes("lock.json")) {
    throw new RunProblem("RUN_EXISTS", `${directory}: expected nothing here, found a run`, {
      hint: `go on with it: airworthy bench resume ${directory}; or name another directory with --out`,
    });
  }
  const found = names.find((name) => !name.startsWith(".in-use") && name !== "config.json");
  if (found === undefined) return;
  throw new RunProblem("RUN_EXISTS", `${directory}: expected an empty directory, found ${found}`, {
    hint: "name another directory with --out",
  });
}
