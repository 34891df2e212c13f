import { readdir, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type RunTask, type SnapshotTask, snapshotTasks } from "../../bench/index.ts";
import { harborPlan, type LoadedTask, loadDataset, loadTask, TaskProblem } from "../../task/index.ts";

/** The datasets that come with the package; its root is three folders up in the sources and in the built tree alike. */
const ours = fileURLToPath(new URL("../../../datasets", import.meta.url));

/** Tasks by path, or by name from our own datasets: `kubernetes-core`, `kubernetes-core/a-task`, `a-task`. */
export async function tasksNamed(words: readonly string[], from?: string): Promise<RunTask[]> {
  const found: RunTask[] = [];
  for (const word of words) {
    const frozen = await snapshotsAt(word, from);
    if (frozen !== undefined) {
      found.push(...frozen.filter(({ path }) => !found.some((each) => each.path === path)));
      continue;
    }
    for (const task of (await loadDataset(await placeOf(word, from))).tasks) {
      // Named twice, by itself and with its dataset, it is still one task.
      if (!found.some(({ path }) => path === task.directory)) found.push(sourced(task));
    }
  }
  return found;
}

/** Where they were, or among ours by the same name where that is gone: a run may be carried to another machine. */
export async function tasksAt(paths: readonly string[]): Promise<RunTask[]> {
  const lists = await Promise.all(
    paths.map(async (path) => {
      const place = (await exists(path)) ? path : basename(path).replace(/\.tar\.(zst|gz)$/, "");
      return (await snapshotsAt(place)) ?? [sourced(await loadTask(await placeOf(place)))];
    }),
  );
  return lists.flat();
}

/** Frozen incidents, where a word leads to an archive, or to a directory in which no task is but snapshots are. */
export async function snapshotsAt(word: string, from?: string): Promise<SnapshotTask[] | undefined> {
  const archive = await archiveAt(word, from);
  if (archive !== undefined) return await snapshotTasks(archive);
  const place = await placeOf(word, from);
  const isTask = (folder: string) => exists(join(folder, "task.toml"));
  const folders = (await readdir(place, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  for (const folder of [place, ...folders.map(({ name }) => join(place, name))]) {
    if (await isTask(folder)) return undefined;
  }
  const frozen = await snapshotTasks(place);
  return frozen.length === 0 ? undefined : frozen;
}

/** By path, or by the name of one of ours: `incident-01`. */
async function archiveAt(word: string, from?: string): Promise<string | undefined> {
  if (/\.(tar\.(zst|gz)|tgz)$/.test(word)) return from === undefined ? word : resolve(from, word);
  const own = join(ours, "incident-snapshots", `${basename(word)}.tar.zst`);
  return !(await exists(word)) && (await exists(own)) ? own : undefined;
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

/** The directory of a task or dataset that is named, as seen from `from` first where it is given. */
export async function placeOf(word: string, from?: string): Promise<string> {
  const datasets = await readdir(ours).catch(() => []);
  const places = [
    ...(from === undefined ? [] : [resolve(from, word)]),
    word,
    join(ours, word),
    ...datasets.map((dataset) => join(ours, dataset, word)),
  ];
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

function sourced(loaded: LoadedTask): RunTask {
  const { own, digest, directory, config } = loaded;
  const { category } = config.metadata;
  const area = typeof category === "string" ? { category } : {};
  if (own !== undefined) return { task: own, digest, path: directory, ...area };
  const { plan, refusals } = harborPlan(loaded, process.env);
  if (plan !== undefined) return { loaded, plan, digest, path: directory };
  const lines = refusals.map(({ file, what }) => `${directory}/${file}: ${what}`);
  throw new TaskProblem("BAD_TASK", `cannot be run here:\n${lines.join("\n")}`);
}
