import { chmod, copyFile, mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { run } from "../process/index.ts";
import { ToolchainProblem } from "./problem.ts";
import { unzip } from "./zip.ts";

type Take = Readonly<Record<string, string>>;

/** Moves the wanted files of an archive to their places in `into`. Everything in `bin` becomes executable. */
export async function unpack(
  archive: string,
  packed: "no" | "tar.gz" | "zip",
  take: Take,
  into: string,
  signal?: AbortSignal,
): Promise<void> {
  if (packed === "no") await copyTo(archive, join(into, take[""] ?? ""));
  else if (packed === "zip") await unzip(archive, into, (name) => placeOf(name, take));
  else await untar(archive, take, into, signal);
  for (const target of Object.values(take).filter((path) => path && !path.endsWith("/"))) {
    await chmod(join(into, target), 0o755).catch((cause: unknown) => {
      throw new ToolchainProblem("WAY_CLOSED", `${archive}: expected a file for ${target}, found none`, { cause });
    });
  }
  await makeExecutable(join(into, "bin"));
  await makeExecutable(join(into, "pkg", "tool"));
}

/** Where an archive's member goes: by its own name, or below a folder that is taken whole. */
function placeOf(name: string, take: Take): string | undefined {
  const direct = take[name];
  if (direct !== undefined) return direct;
  const folder = Object.keys(take).find((key) => key.endsWith("/") && name.startsWith(key));
  return folder === undefined ? undefined : join(take[folder] ?? "", name.slice(folder.length));
}

async function untar(archive: string, take: Take, into: string, signal: AbortSignal | undefined): Promise<void> {
  const scratch = await mkdtemp(join(into, ".untar-"));
  const members = Object.keys(take).map((name) => name.replace(/\/$/, ""));
  await run("tar", ["-xzf", archive, "-C", scratch, "--no-same-owner", ...members], { signal });
  for (const [from, to] of Object.entries(take)) {
    if (!from.endsWith("/")) await moveTo(join(scratch, from), join(into, to));
    else {
      for (const name of await readdir(join(scratch, from)))
        await moveTo(join(scratch, from, name), join(into, to, name));
    }
  }
  await rm(scratch, { recursive: true });
}

async function moveTo(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await rename(from, to);
}

async function copyTo(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await copyFile(from, to);
}

/** Zip files made elsewhere often forget who may be run. */
async function makeExecutable(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  for (const entry of entries) if (entry.isFile()) await chmod(join(entry.parentPath, entry.name), 0o755);
}
