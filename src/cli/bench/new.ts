import { mkdir, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { loadTask, scaffold, TaskProblem } from "../../task/index.ts";
import { command } from "../shell/command.ts";
import { UsageProblem } from "../shell/exit.ts";

export default command({
  summary: "Begin a new task: all its files, with marks where its author has to think",
  usage: "NAME",
  options: {
    in: { type: "string", value: "DIR", text: "where its directory is made; here if not said" },
    application: { type: "string", value: "NAME", text: "what is broken; shop if not said" },
    fault: { type: "string", value: "NAME", text: "how it is broken; service-selector if not said" },
    on: { type: "string", value: "PART", text: "which part of it; catalog if not said" },
  },
  examples: ["bench new empty-shelves", "bench new mine/slow-feed --application feed --fault role-verb --on rules"],
  details: "Then: airworthy bench lint NAME, until nothing is left to fill in, and airworthy bench controls NAME.",
  async run({ options, arguments: [name = ""] }) {
    const [, organisation = "own", word] = /^(?:([a-z0-9][a-z0-9-]*)\/)?([a-z0-9]+(?:-[a-z0-9]+)*)$/.exec(name) ?? [];
    if (word === undefined) {
      const message = `NAME: expected lowercase words with dashes between them, found "${name}"`;
      throw new UsageProblem("BAD_OPTION", message);
    }
    const directory = join(options.in ?? ".", word);
    if (await stat(directory).catch(() => undefined)) {
      throw new TaskProblem("BAD_TASK", `${directory}: expected nothing there, found something`);
    }
    const files = scaffold({
      name: `${organisation}/${word}`,
      application: options.application ?? "shop",
      fault: options.fault ?? "service-selector",
      on: options.on ?? "catalog",
    });
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(directory, path)), { recursive: true });
      await writeFile(join(directory, path), text);
    }
    // Names that do not exist are said at once, with the ones that do.
    await loadTask(directory);
    const paths = Object.keys(files).map((path) => join(directory, path));
    return {
      data: { directory, files: paths },
      text: [...paths, `next: airworthy bench lint ${directory}`].join("\n"),
    };
  },
});
