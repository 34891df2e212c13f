import { randomInt } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isAlive, type ProcessRef, refTo, stateDirectory } from "../cluster/index.ts";
import { withLock } from "../process/index.ts";
import { slotsWithGroups } from "./cgroups.ts";
import { cleanUp } from "./janitor.ts";
import { SandboxProblem } from "./problem.ts";

/** A sandbox's number on this machine. It gives the directory, the cgroup and 65,536 user ids of its own. */
export interface Slot {
  readonly number: number;
  readonly directory: string;
  /** What the host calls user 0 of the sandbox. */
  readonly firstUid: number;
}

const slots = 4_096;
/** Above what systems give to people, services, containers (524288…) and systemd's dynamic machines (…1879048191). */
const lowestUid = 1_879_048_192;

const slotsDirectory = () => join(stateDirectory(), "sandboxes");

/** Held by whoever takes a number, and by whoever removes what has no owner: between looking and removing it stays so. */
const locked = <T>(work: () => Promise<T>) => withLock(join(slotsDirectory(), ".lock"), work);

/** Takes a free number. The directory is moved into place with its owner in it: one without is nobody's. */
export async function claimSlot(): Promise<Slot> {
  await mkdir(slotsDirectory(), { recursive: true, mode: 0o700 });
  const fresh = join(slotsDirectory(), `.new-${process.pid}-${crypto.randomUUID()}`);
  await mkdir(fresh, { mode: 0o700 });
  await writeFile(join(fresh, "owner.json"), JSON.stringify(refTo(process.pid)));
  return await locked(async () => {
    const taken = new Set([...(await readdir(slotsDirectory())), ...slotsWithGroups().map(String)]);
    // Anywhere: what was just somebody else's is not given out again at once.
    const first = randomInt(slots);
    for (let step = 0; step < slots; step++) {
      const number = (first + step) % slots;
      if (taken.has(String(number))) continue;
      const directory = join(slotsDirectory(), String(number));
      await rename(fresh, directory);
      return { number, directory, firstUid: lowestUid + number * 65_536 };
    }
    await rm(fresh, { recursive: true, force: true });
    throw new SandboxProblem("NO_ROOM", `sandboxes: expected fewer than ${slots} at once on this machine`);
  });
}

/** Removes what sandboxes left whose owner was killed, and their janitor too. */
export async function sweepSandboxes(): Promise<string[]> {
  if ((await abandoned()).length === 0) return [];
  return await locked(async () => {
    const names = await abandoned();
    for (const name of names) {
      const directory = join(slotsDirectory(), name);
      if (name.startsWith(".")) await rm(directory, { recursive: true, force: true });
      else await cleanUp(Number(name), directory);
    }
    return names.map((name) => `sandbox ${name}`);
  });
}

async function abandoned(): Promise<string[]> {
  // Groups first: a sandbox that starts while we look has its directory before its group, and one that ends has it longer.
  const grouped = slotsWithGroups().map(String);
  const names = await readdir(slotsDirectory()).catch(() => [] as string[]);
  const all = [...new Set([...names.filter((name) => /^(\d+$|\.new-)/.test(name)), ...grouped])];
  const owned = await Promise.all(all.map((name) => hasOwner(join(slotsDirectory(), name))));
  return all.filter((_, at) => !owned[at]);
}

async function hasOwner(directory: string): Promise<boolean> {
  const text = await readFile(join(directory, "owner.json"), "utf8").catch(() => undefined);
  if (text !== undefined) return isAlive(JSON.parse(text) as ProcessRef);
  const maker = /\.new-(\d+)-/.exec(directory)?.[1]; // Not yet written, by somebody who is at it or was killed at it.
  return maker !== undefined && existsSync(`/proc/${maker}`);
}
