import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { listing, loadDataset } from "./dataset.ts";

/** Puts all tasks of a dataset with their digests into its list. What else is in the list stays. */
export async function writeDigests(path: string): Promise<void> {
  const { directory, tasks } = await loadDataset(path);
  const file = join(directory, listing);
  const head = (await readFile(file, "utf8")).replace(
    /\n*^\[\[tasks\]\][\s\S]*?(?=^\[(?!\[tasks\]\])|(?![\s\S]))/gm,
    "\n",
  );
  const rows = tasks.map(({ name, digest }) => `\n[[tasks]]\nname = "${name}"\ndigest = "${digest}"\n`);
  await writeFile(file, `${head.trimEnd()}\n${rows.join("")}`);
}
