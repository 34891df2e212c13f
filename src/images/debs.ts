import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { buffer, text } from "node:stream/consumers";
import type { Report } from "../process/index.ts";
import { download, type Package } from "./apt.ts";
import { type Cache, sha256OfFile } from "./cache.ts";
import { ImageProblem } from "./problem.ts";

/** Makes sure that every package lies in the cache with the right bytes, and says where. */
export async function fetchDebs(
  cache: Cache,
  packages: readonly Package[],
  step: string,
  report: Report,
  signal?: AbortSignal,
): Promise<string[]> {
  await mkdir(cache.debs, { recursive: true });
  const place = ({ sha256 }: Package) => join(cache.debs, `${sha256}.deb`);
  const missing: Package[] = [];
  for (const one of packages) if (!(await isWhole(place(one), one))) missing.push(one);
  if (missing.length > 0) {
    const scratch = await mkdtemp(join(cache.debs, "partial-"));
    const total = missing.reduce((sum, { size }) => sum + size, 0);
    const watch = setInterval(() => void tell(scratch, total, step, report), 500);
    try {
      await download(missing, scratch, { index: cache.apt, signal });
      await adopt(scratch, missing, place);
    } finally {
      clearInterval(watch);
      await rm(scratch, { recursive: true, force: true });
    }
  }
  return packages.map(place);
}

/** The data archive of a package, uncompressed. */
export async function dataOf(deb: string, signal?: AbortSignal): Promise<Buffer> {
  const child = spawn("dpkg-deb", ["--fsys-tarfile", deb], { stdio: ["ignore", "pipe", "pipe"], signal });
  const failed = new Promise<never>((_, reject) => child.once("error", reject));
  const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [data, complaint, code] = await Promise.race([
    Promise.all([buffer(child.stdout), text(child.stderr), closed]),
    failed,
  ]);
  if (code !== 0)
    throw new ImageProblem("PACKAGES", `dpkg-deb --fsys-tarfile ${deb}: exit code ${code}: ${complaint.trim()}`);
  return data;
}

async function adopt(scratch: string, packages: readonly Package[], place: (one: Package) => string): Promise<void> {
  const digests = new Map<string, string>();
  for (const name of await readdir(scratch)) {
    if (name.endsWith(".deb")) digests.set(await sha256OfFile(join(scratch, name)), join(scratch, name));
  }
  for (const one of packages) {
    const file = digests.get(one.sha256);
    if (!file) {
      throw new ImageProblem(
        "PACKAGES",
        `${one.name} ${one.version}: no downloaded file has the SHA256 ${one.sha256} of apt's index`,
        {
          hint: "run: apt-get update, then try again",
        },
      );
    }
    await rename(file, place(one));
  }
}

async function isWhole(path: string, expected: Package): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.size === expected.size && (await sha256OfFile(path)) === expected.sha256;
}

async function tell(directory: string, total: number, step: string, report: Report): Promise<void> {
  try {
    let done = 0;
    for (const name of await readdir(directory)) done += (await stat(join(directory, name))).size;
    report({ step, state: "running", done: Math.min(done, total), total, unit: "bytes", note: "packages" });
  } catch {
    // A file that was renamed between two looks: the next look tells.
  }
}
