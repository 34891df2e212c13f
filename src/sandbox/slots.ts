import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isAlive, type ProcessRef, refTo, stateDirectory } from "../cluster/index.ts";
import { removeGroup, slotsWithGroups } from "./cgroups.ts";
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

/** Takes a free number. The directory is moved into place with its owner in it: one without is nobody's. */
export async function claimSlot(): Promise<Slot> {
  await mkdir(slotsDirectory(), { recursive: true, mode: 0o700 });
  const fresh = join(slotsDirectory(), `.new-${process.pid}-${crypto.randomUUID()}`);
  await mkdir(fresh, { mode: 0o700 });
  await writeFile(join(fresh, "owner.json"), JSON.stringify(refTo(process.pid)));
  const taken = new Set(await readdir(slotsDirectory()));
  for (let number = 0; number < slots; number++) {
    if (taken.has(String(number))) continue;
    const directory = join(slotsDirectory(), String(number));
    try {
      await rename(fresh, directory); // Refused where there is one already: it is not empty.
      return { number, directory, firstUid: lowestUid + number * 65_536 };
    } catch (thrown) {
      if (!["ENOTEMPTY", "EEXIST"].includes((thrown as NodeJS.ErrnoException).code ?? "")) throw thrown;
    }
  }
  await rm(fresh, { recursive: true, force: true });
  throw new SandboxProblem("NO_ROOM", `sandboxes: expected fewer than ${slots} at once on this machine`);
}

export async function releaseSlot(slot: Slot): Promise<void> {
  await removeGroup(slot.number);
  await rm(slot.directory, { recursive: true, force: true });
}

/** Removes what sandboxes left whose owner was killed. Their processes, mounts and networks ended with it. */
export async function sweepSandboxes(): Promise<string[]> {
  // Groups first: a sandbox that starts while we look has its directory before its group.
  const grouped = slotsWithGroups();
  const names = await readdir(slotsDirectory()).catch(() => [] as string[]);
  const removed: string[] = [];
  const known = new Set(names);
  for (const name of new Set([...names, ...grouped.map(String)])) {
    const directory = join(slotsDirectory(), name);
    if (known.has(name) && (await hasOwner(directory))) continue;
    if (!name.startsWith(".")) await removeGroup(Number(name));
    await rm(directory, { recursive: true, force: true });
    removed.push(`sandbox ${name}`);
  }
  return removed;
}

async function hasOwner(directory: string): Promise<boolean> {
  const text = await readFile(join(directory, "owner.json"), "utf8").catch(() => undefined);
  if (text !== undefined) return isAlive(JSON.parse(text) as ProcessRef);
  const maker = /\.new-(\d+)-/.exec(directory)?.[1]; // Not yet written, by somebody who is at it or was killed at it.
  return maker !== undefined && existsSync(`/proc/${maker}`);
}
