import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { TaskProblem } from "../problem.ts";
import { type Flaw, showFlaw } from "./flaw.ts";
import { datasetSchema } from "./harbor-schema.ts";
import { readTask } from "./load.ts";
import type { LoadedTask } from "./model.ts";
import { shaped } from "./shape.ts";
import { readToml } from "./toml.ts";

/** Tasks that belong together: a directory of task directories, with a dataset.toml or without. */
export interface Dataset {
  readonly directory: string;
  readonly name: string;
  readonly tasks: readonly LoadedTask[];
  /** Tasks whose digest is not the one that dataset.toml has, and those that it does not have. */
  readonly remarks: readonly Flaw[];
}

export const listing = "dataset.toml";

/** One task directory, or all those in a directory. All that is wrong with any of them is said at once. */
export async function loadDataset(path: string): Promise<Dataset> {
  const { tasks, broken, ...dataset } = await readDataset(path);
  if (broken.length === 0) return { ...dataset, tasks };
  const lines = broken.flatMap(({ directory, flaws }) => flaws.map((flaw) => `${directory}/${showFlaw(flaw)}`));
  throw new TaskProblem("BAD_TASK", lines.join("\n"), { hint: "run: airworthy bench lint" });
}

export interface BrokenTask {
  readonly directory: string;
  readonly flaws: readonly Flaw[];
}

/** As `loadDataset`, with the broken tasks beside the sound ones. */
export async function readDataset(path: string): Promise<Dataset & { readonly broken: readonly BrokenTask[] }> {
  const directories = await taskDirectories(path);
  const tasks: LoadedTask[] = [];
  const broken: BrokenTask[] = [];
  for (const directory of directories) {
    const { task, flaws } = await readTask(directory);
    if (task === undefined) broken.push({ directory, flaws });
    else tasks.push(task);
  }
  const [only] = directories;
  const home = only === path ? dirname(resolve(path)) : resolve(path);
  const manifest = only === path ? undefined : await readFile(join(home, listing), "utf8").catch(() => undefined);
  if (manifest === undefined) return { directory: home, name: basename(home), tasks, broken, remarks: [] };
  const read = readListing(manifest);
  if ("flaws" in read) broken.push({ directory: home, flaws: read.flaws });
  const listed = "tasks" in read ? read.tasks : new Map<string, string>();
  const name = "name" in read ? read.name : basename(home);
  return { directory: home, name, tasks, broken, remarks: tasks.flatMap((task) => compared(task, listed)) };
}

async function taskDirectories(path: string): Promise<string[]> {
  const isTask = (directory: string) =>
    stat(join(directory, "task.toml")).then(
      () => true,
      () => false,
    );
  if (await isTask(path)) return [path];
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(path, name));
  const found: string[] = [];
  for (const name of names.sort()) if (await isTask(name)) found.push(name);
  if (found.length > 0) return found;
  const hint = "a task has a task.toml; run: airworthy bench new";
  throw new TaskProblem("NO_SUCH_TASK", `${path}: expected a task or a directory of tasks, found neither`, { hint });
}

function readListing(text: string): { name: string; tasks: Map<string, string> } | { flaws: Flaw[] } {
  const toml = readToml(text, listing);
  if ("file" in toml) return { flaws: [toml] };
  const { value, flaws } = shaped(toml, listing, datasetSchema);
  if (value === undefined) return { flaws };
  return { name: value.dataset.name, tasks: new Map(value.tasks.map(({ name, digest }) => [name, digest])) };
}

function compared({ name, digest }: LoadedTask, listed: ReadonlyMap<string, string>): Flaw[] {
  const expected = listed.get(name);
  if (expected === digest) return [];
  const how = "run: airworthy bench lint --write-digests";
  if (expected === undefined) return [{ file: listing, what: `${name}: expected it here, found nothing`, how }];
  return [{ file: listing, what: `${name}: expected ${digest}, found ${expected}`, how }];
}
