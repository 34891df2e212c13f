import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { SourcedTask } from "../../bench/index.ts";
import { type LoadedTask, loadDataset, loadTask, TaskProblem } from "../../task/index.ts";

/** The datasets that come with the package; its root is three folders up in the sources and in the built tree alike. */
const ours = fileURLToPath(new URL("../../../datasets", import.meta.url));

/** Tasks by path, or by name from our own datasets: `kubernetes-core`, `kubernetes-core/a-task`, `a-task`. */
export async function tasksNamed(words: readonly string[]): Promise<SourcedTask[]> {
  const found: SourcedTask[] = [];
  for (const word of words) {
    for (const task of (await loadDataset(await placeOf(word))).tasks) {
      // Named twice, by itself and with its dataset, it is still one task.
      if (!found.some(({ path }) => path === task.directory)) found.push(sourced(task));
    }
  }
  return found;
}

export async function tasksAt(paths: readonly string[]): Promise<SourcedTask[]> {
  return await Promise.all(paths.map(async (path) => sourced(await loadTask(path))));
}

/** The directory of a task or dataset that is named. */
export async function placeOf(word: string): Promise<string> {
  const datasets = await readdir(ours).catch(() => []);
  const places = [word, join(ours, word), ...datasets.map((dataset) => join(ours, dataset, word))];
  for (const place of places) {
    const isThere = await stat(place).then(
      (found) => found.isDirectory(),
      () => false,
    );
    if (isThere) return place;
  }
  throw new TaskProblem("NO_SUCH_TASK", `${word}: expected a directory, or the name of a task or dataset; found none`, {
    hint: "run: airworthy bench list",
  });
}

function sourced({ own, name, digest, directory }: LoadedTask): SourcedTask {
  if (own !== undefined) return { task: own, digest, path: directory };
  throw new TaskProblem("BAD_TASK", `${directory}: ${name} has no [airworthy] table, which a run needs`);
}
