import { createHash } from "node:crypto";
import { readdir, readFile, realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import type { Flaw } from "./flaw.ts";
import { ignoring } from "./ignore.ts";

/** What is published of a task, and so what its digest is about. */
const published = /^(task\.toml|instruction\.md|README\.md|trajectory\.json)$|^(environment|tests|solution|steps)\//;

export interface TaskFiles {
  /** Published files by their path below the task, with slashes. */
  readonly bytes: ReadonlyMap<string, Buffer>;
  readonly flaws: readonly Flaw[];
}

export async function readFiles(directory: string): Promise<TaskFiles> {
  const root = await realpath(directory);
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const ignore = entries.find(({ name, parentPath }) => name === ".gitignore" && parentPath === root);
  const isIgnored = ignoring(ignore && (await readFile(join(root, ".gitignore"), "utf8")));
  const found: [string, Buffer][] = [];
  const flaws: Flaw[] = [];
  for (const entry of entries) {
    const place = join(entry.parentPath, entry.name);
    const path = place.slice(root.length + 1).replaceAll(sep, "/");
    if (!published.test(path) || isIgnored(path) || entry.isDirectory()) continue;
    if (entry.isFile()) found.push([path, await readFile(place)]);
    // A link could lead to anything on this machine, and from there into a sandbox.
    else flaws.push({ file: path, what: "expected a file, found a link or a device", how: "put the file itself here" });
  }
  return { bytes: new Map(found.sort(([one], [other]) => compare(one, other))), flaws };
}

/** Harbor's digest of a task: names and contents, not modes. */
export function digestOf(files: ReadonlyMap<string, Uint8Array>): string {
  const hash = createHash("sha256");
  for (const [path, bytes] of [...files].sort(([one], [other]) => compare(one, other))) {
    hash.update(`${path}\0${createHash("sha256").update(bytes).digest("hex")}\n`);
  }
  return `sha256:${hash.digest("hex")}`;
}

/** By code points, as Python sorts. */
function compare(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
