import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { TrialResult } from "../model.ts";
import { scoreOf } from "../scores/index.ts";
import { notWritable, placeJson, placeText } from "./files.ts";
import { rewardOf, trialConfig, trialResult } from "./harbor.ts";
import type { LockedTrial, RunLock, StoredTrial } from "./model.ts";

/** An empty directory for a trial that begins. What an interrupted one left there goes. */
export async function openTrial(directory: string, lock: RunLock, planned: LockedTrial): Promise<string> {
  const place = join(directory, planned.trial);
  try {
    await rm(place, { recursive: true, force: true });
    await mkdir(join(place, "artifacts"), { recursive: true });
  } catch (error) {
    throw notWritable(place, error);
  }
  await placeJson(join(place, "config.json"), trialConfig(lock, planned, directory));
  return place;
}

/** Puts everything about a finished trial in its place; `result.json` last, for with it the trial is over. */
export async function storeTrial(
  directory: string,
  lock: RunLock,
  planned: LockedTrial,
  result: TrialResult,
): Promise<StoredTrial> {
  const place = join(directory, planned.trial);
  const locked = lock.tasks.find(({ name }) => name === planned.task);
  const score = locked && scoreOf(result, locked.reference);
  const retries = await retriesOf(directory, planned.trial);
  const stored: StoredTrial = {
    ...result,
    ...(locked ? { digest: locked.digest } : {}),
    trial: planned.trial,
    ...(planned.healthy ? { healthy: true } : {}),
    ...(planned.wanted ? { wanted: planned.wanted } : {}),
    ...(retries > 0 ? { retries } : {}),
    ...(score ? { score } : {}),
  };
  await sortIn(place);
  const reward = rewardOf(stored);
  if (reward !== undefined) await placeJson(join(place, "verifier", "reward.json"), reward);
  await placeText(join(place, "verifier", "test-stdout.txt"), protocolOf(stored));
  await placeJson(join(place, "airworthy.json"), stored);
  await placeJson(join(place, "result.json"), trialResult(lock, planned, stored, directory));
  return stored;
}

/** What is about the agent lies where Harbor looks for it. */
async function sortIn(place: string): Promise<void> {
  await mkdir(join(place, "agent"), { recursive: true });
  for (const name of ["trajectory.json", "output.txt"]) {
    await rename(join(place, "artifacts", name), join(place, "agent", name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw notWritable(join(place, "agent", name), error);
    });
  }
}

function protocolOf({ verdict, because, findings }: StoredTrial): string {
  const lines = findings.map(({ ok, check, expected, found }) =>
    ok ? `ok      ${check}` : `not ok  ${check}: expected ${expected}, found ${found}`,
  );
  return [`verdict: ${verdict}`, ...because.map((reason) => `  ${reason}`), "", ...lines, ""].join("\n");
}

const asideFolder = "retries";

/** Keeps a void trial out of the way of its next attempt. */
export async function setAside(directory: string, trial: string): Promise<void> {
  const before = await retriesOf(directory, trial);
  try {
    await mkdir(join(directory, asideFolder), { recursive: true });
    await rename(join(directory, trial), join(directory, asideFolder, `${trial}.${before + 1}`));
  } catch (error) {
    throw notWritable(join(directory, asideFolder), error);
  }
}

/** How often a trial was void, or all trials together. */
export async function retriesOf(directory: string, trial = ""): Promise<number> {
  const names = await readdir(join(directory, asideFolder)).catch(() => []);
  return names.filter((name) => name.startsWith(trial)).length;
}
