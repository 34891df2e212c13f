import { existsSync, readFileSync } from "node:fs";
import { lstat, mkdir, readdir, readFile, readlink, rename, symlink, unlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ClusterProblem } from "../problem.ts";
import type { ClusterSpec } from "../provider.ts";
import { type ClusterPaths, clusterPaths, stateDirectory } from "./paths.ts";

/** What is known of a cluster on this host, kept in its directory. */
export interface ClusterRecord {
  readonly id: string;
  readonly name: string;
  readonly spec: ClusterSpec;
  readonly state: "starting" | "ready" | "spare";
  readonly since: string;
  /** The process that keeps the cluster: when it is gone, so is the cluster. */
  readonly owner: ProcessRef;
  readonly tools: string;
  /** The image store that its nodes share. */
  readonly store: string;
  /** The first process of each machine. */
  readonly machines: Readonly<Record<string, number>>;
}

export interface ProcessRef {
  readonly pid: number;
  /** Clock ticks since the machine's start: with it a reused process id is not taken for the old process. */
  readonly started: string;
  readonly bootId: string;
}

export const namesDirectory = () => join(stateDirectory(), "names");

export function refTo(pid: number): ProcessRef {
  return { pid, started: startTime(pid) ?? "", bootId: bootId() };
}

export function isAlive(ref: ProcessRef): boolean {
  return ref.bootId === bootId() && startTime(ref.pid) === ref.started;
}

/** Makes the cluster's directory, with its record from the first moment on: one without is nobody's and gets removed. */
export async function createRecord(record: ClusterRecord): Promise<void> {
  const { directory } = clusterPaths(record.id);
  const fresh = join(dirname(directory), `.new-${record.id}`);
  await mkdir(fresh, { recursive: true, mode: 0o700 });
  await writeFile(join(fresh, "cluster.json"), JSON.stringify(record, null, 2), { mode: 0o600 });
  await rename(fresh, directory);
}

/** Written beside and moved into place: a reader never sees half of it. */
export async function writeRecord(record: ClusterRecord): Promise<void> {
  const { record: path } = clusterPaths(record.id);
  await writeFile(`${path}.new`, JSON.stringify(record, null, 2), { mode: 0o600 });
  await rename(`${path}.new`, path);
}

export async function readRecord(id: string): Promise<ClusterRecord | undefined> {
  const text = await readFile(clusterPaths(id).record, "utf8").catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as ClusterRecord);
}

/** Every cluster directory, with its record where there is one. */
export async function allRecords(): Promise<{ id: string; record: ClusterRecord | undefined }[]> {
  const entries: string[] = await readdir(join(stateDirectory(), "clusters")).catch(() => []);
  const ids = entries.filter((entry) => !entry.startsWith("."));
  return Promise.all(ids.map(async (id) => ({ id, record: await readRecord(id) })));
}

/** The folders that living clusters run their programs from. */
export async function toolsInUse(): Promise<string[]> {
  return (await allRecords()).flatMap(({ record }) => (record && isAlive(record.owner) ? [record.tools] : []));
}

/** Binds a name to a cluster, atomically: of two that ask at once, one is refused. */
export async function claimName(name: string, id: string): Promise<void> {
  await mkdir(namesDirectory(), { recursive: true, mode: 0o700 });
  try {
    await symlink(`../clusters/${id}`, join(namesDirectory(), name));
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== "EEXIST") throw thrown;
    throw new ClusterProblem("NAME_IN_USE", `cluster "${name}": the name is in use`, {
      hint: `choose another with --name, or remove that one: airworthy cluster down ${name}`,
    });
  }
}

export async function releaseName(name: string): Promise<void> {
  await unlink(join(namesDirectory(), name)).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code !== "ENOENT") throw thrown;
  });
}

/** The cluster a name stands for. */
export async function idOf(name: string): Promise<string | undefined> {
  const link = await readlink(join(namesDirectory(), name)).catch(() => undefined);
  return link?.split("/").at(-1);
}

export async function requireRecord(name: string): Promise<{ record: ClusterRecord; paths: ClusterPaths }> {
  const id = await idOf(name);
  const record = id === undefined ? undefined : await readRecord(id);
  if (record && isAlive(record.owner)) return { record, paths: clusterPaths(record.id) };
  const names = (await allRecords()).flatMap(({ record: other }) =>
    other && isAlive(other.owner) ? [other.name] : [],
  );
  throw new ClusterProblem("NO_SUCH_CLUSTER", `cluster "${name}": there is none of that name`, {
    hint: names.length > 0 ? `there are: ${names.join(", ")}` : "make one: airworthy cluster up",
  });
}

/** A name is taken a moment before its cluster has a directory. */
const graceMs = 60_000;

/** Names whose cluster is gone, and not only about to come. */
export async function danglingNames(): Promise<string[]> {
  const names = await readdir(namesDirectory()).catch(() => []);
  const gone: string[] = [];
  for (const name of names) {
    const link = join(namesDirectory(), name);
    const { mtimeMs } = await lstat(link).catch(() => ({ mtimeMs: Date.now() }));
    if (!existsSync(link) && Date.now() - mtimeMs > graceMs) gone.push(name);
  }
  return gone;
}

function startTime(pid: number): string | undefined {
  try {
    // The program's name comes second, in brackets, and may hold spaces: count from behind the last bracket.
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

function bootId(): string {
  return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
}
