import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { cacheDirectory } from "../toolchain/index.ts";

/** The rooms of the recorder. Not those of the bench: they hold every fault's repair. */
const rooms = ["evidence", "exchange", "mcp", "problem", "process", "recorder", "redaction", "risk"];
const commands = [
  "exec.ts",
  "prescribe.ts",
  "report.ts",
  "decline.ts",
  "risk.ts",
  "recorder.ts",
  "commands.ts",
  "main.ts",
];
const folders = ["hook", "log", "mcp", "shell", "skill", "support"];

/** Where sources (a checkout) or compiled code (an installed package) lie. */
const code = dirname(dirname(fileURLToPath(import.meta.url)));
const root = dirname(code);

/**
 * The recorder's part of our own command line as a directory to show in a sandbox, copied once for each state of the code.
 * The whole package would tell an agent how everything is broken and repaired.
 */
export async function commandLine(): Promise<string> {
  const parts = await partsOf();
  const key = createHash("sha256");
  for (const [from, to] of parts) key.update(`${to} ${await stampOf(from)}\n`);
  const above = join(cacheDirectory(), "command-line");
  const directory = join(above, key.digest("hex").slice(0, 16));
  if (existsSync(directory)) {
    await utimes(directory, new Date(), new Date());
    return directory;
  }
  await mkdir(above, { recursive: true });
  const fresh = await mkdtemp(join(above, ".new-"));
  try {
    for (const [from, to] of parts) await cp(from, join(fresh, to), { recursive: true, filter: isCode });
    await writeFile(join(fresh, "node"), ""); // A place to show Node at.
    await chmod(fresh, 0o755);
    await rename(fresh, directory).catch((thrown: NodeJS.ErrnoException) => {
      if (thrown.code !== "ENOTEMPTY") throw thrown; // Somebody else was faster.
    });
    await removeOthers(above, directory);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return directory;
}

const isCode = (path: string) => !/\.test\.[tj]s$|[/\\](testing|lab|fixtures)$/.test(path);

/** What is copied, and to where. */
async function partsOf(): Promise<[string, string][]> {
  const name = code.slice(root.length + 1);
  const compiled = (file: string) => (name === "dist" ? file.replace(/\.ts$/, ".js") : file);
  const inCode = [...rooms, ...[...folders, ...commands].map((each) => join("cli", compiled(each))), "quick.cjs"];
  return [
    ...["package.json", join("bin", "airworthy.cjs"), ...inCode.map((each) => join(name, each))]
      .filter((each) => existsSync(join(root, each)))
      .map((each): [string, string] => [join(root, each), each]),
    ...(await packages(root, new Map()))
      .entries()
      .map(([each, from]): [string, string] => [from, join("node_modules", each)]),
  ];
}

/** Every package that runs with ours, by name, with its directory. */
async function packages(of: string, found: Map<string, string>): Promise<Map<string, string>> {
  const { dependencies = {} } = JSON.parse(await readFile(join(of, "package.json"), "utf8"));
  for (const name of Object.keys(dependencies)) {
    let at = of;
    while (!existsSync(join(at, "node_modules", name)) && at !== dirname(at)) at = dirname(at);
    const directory = join(at, "node_modules", name);
    if (found.has(name) || !existsSync(directory)) continue;
    found.set(name, directory);
    await packages(directory, found);
  }
  return found;
}

/** Changes when a file of it does; of a package the one file that names its version will do. */
async function stampOf(path: string): Promise<string> {
  const one = async (file: string) => {
    const { size, mtimeMs } = await stat(file);
    return `${file} ${size} ${mtimeMs}`;
  };
  if (!(await stat(path)).isDirectory()) return one(path);
  if (path.includes("node_modules")) return one(join(path, "package.json"));
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return (await Promise.all(files.sort().map(one))).join("\n");
}

const unusedAfterMs = 24 * 3_600_000;

async function removeOthers(above: string, kept: string): Promise<void> {
  for (const name of await readdir(above)) {
    const path = join(above, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (path !== kept && Date.now() - mtimeMs > unusedAfterMs) await rm(path, { recursive: true, force: true });
  }
}
