import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";

/** A directory with these files, gone after the test. */
export async function directoryOf(t: TestContext, files: Readonly<Record<string, string>>): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "airworthy-task-"));
  t.after(() => rm(directory, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
  return directory;
}

/** A small task of our own that is sound. */
export const sound = {
  "task.toml": `schema_version = "1.4"

[task]
name = "airworthy/lost-goods"

[metadata]
difficulty = "easy"
category = "routing"

[agent]
timeout_sec = 300

[airworthy]
application = "shop"
reference = { seconds = 60, commands = 6 }

[[airworthy.faults]]
name = "service-port"
on = "catalog"

[[airworthy.controls]]
name = "look"
verdict = "fail"
because = "looking repairs nothing"
`,
  "instruction.md": "Visitors of {{home}} see an error where the goods should be.\n",
  "tests/controls/look.sh": "kubectl -n {{home}} get pods\n",
};
