import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { rightsIn } from "../../bench/index.ts";
import { exportHarbor, loadDataset, loadTask, seedsOf } from "../../task/index.ts";
import { command } from "../shell/command.ts";
import { UsageProblem } from "../shell/exit.ts";
import { placeOf } from "../support/bench-tasks.ts";

const program = fileURLToPath(new URL("../../../images/app/files/app", import.meta.url));

export default command({
  summary: "Write tasks of ours as plain Harbor tasks, which run elsewhere: compose file, k3s, bootstrap, tests for sh",
  usage: "TASK…",
  options: {
    harbor: { type: "boolean", text: "in Harbor's format; the only one there is" },
    seed: { type: "string", value: "SEED", text: "the variant; the first that a task names if not said" },
    out: { type: "string", value: "DIR", text: "where their directories are made; ./exported if not said" },
  },
  examples: ["bench export empty-shelves --harbor", "bench export kubernetes-core --harbor --seed 2 --out elsewhere"],
  details: [
    "What a task of Harbor's cannot have is left out: rules about what may be changed on the way, and chaos.",
    "The same task and seed give the same bytes, and so the same digest.",
  ].join("\n"),
  async run({ options, arguments: named }) {
    if (!options.harbor) throw new UsageProblem("BAD_OPTION", "expected --harbor, the format to write; found none");
    const app = await programFiles();
    const out = resolve(options.out ?? "exported");
    const planned: { directory: string; seed: string; files: Readonly<Record<string, string>> }[] = [];
    for (const name of named) {
      for (const task of (await loadDataset(await placeOf(name))).tasks) {
        const seed = options.seed ?? (task.own && seedsOf(task.own)[0]) ?? "1";
        const directory = join(out, `${task.name.replace(/^.*\//, "")}-${seed}`);
        planned.push({ directory, seed, files: exportHarbor(task, { seed, app, rights: rightsIn }) });
      }
    }
    // All or none: whatever is wrong with one of them is said before anything is written.
    for (const { directory } of planned) await refuseUsed(directory);
    const written: { name: string; seed: string; directory: string; digest: string }[] = [];
    for (const { directory, seed, files } of planned) {
      await write(directory, files);
      const { name, digest } = await loadTask(directory);
      written.push({ name, seed, directory, digest });
    }
    return { data: written, text: written.map(({ directory, digest }) => `${directory}  ${digest}`).join("\n") };
  },
});

async function programFiles(): Promise<Record<string, string>> {
  const names = (await readdir(program)).filter((name) => name.endsWith(".py")).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(program, name), "utf8")));
  return Object.fromEntries(names.map((name, at) => [name, texts[at] ?? ""]));
}

async function refuseUsed(directory: string): Promise<void> {
  if (!(await stat(directory).catch(() => undefined))) return;
  throw new UsageProblem("BAD_OPTION", `${directory}: expected nothing there, found something`, {
    hint: "remove it, or say another place with --out",
  });
}

async function write(directory: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text, { mode: text.startsWith("#!") ? 0o755 : 0o644 });
  }
}
