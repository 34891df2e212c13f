import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ProcessProblem, run } from "../process/index.ts";
import { ImageProblem } from "./problem.ts";

/** One Debian package as apt's signed index describes it. */
export interface Package {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
  readonly size: number;
}

// Needed to install or configure packages on a running system; an image of unpacked files has no use for them.
const INSTALL_TIME_ONLY = [
  "adduser",
  "awk",
  "debconf",
  "debianutils",
  "dpkg",
  "init-system-helpers",
  "install-info",
  "libpam-modules",
  "libpam-runtime",
  "lsb-base",
  "passwd",
  "perl",
  "perl-base",
  "sensible-utils",
  "ucf",
  "usr-is-merged",
  "usrmerge",
];

export interface AptOptions {
  /** A directory in which apt may keep its parsed index; without it every call reads the index anew. */
  readonly index?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The packages with everything they depend on, as apt would install them on an empty system. */
export async function closure(
  packages: readonly string[],
  omit: readonly string[],
  options: AptOptions = {},
): Promise<Package[]> {
  if (packages.length === 0) return [];
  const wanted = [...new Set(packages)].sort();
  const scratch = await mkdtemp(join(tmpdir(), "airworthy-apt-"));
  try {
    const status = join(scratch, "status");
    const absent = [...INSTALL_TIME_ONLY, ...omit].filter((name) => !wanted.includes(name));
    await writeFile(status, absent.map(pretended).join("\n"));
    const state = ["-o", `Dir::State::status=${status}`, "-o", "Debug::NoLocking=true"];
    const plan = await apt(["-s", ...state, "-o", "APT::Install-Recommends=false", "install", ...wanted], options);
    const chosen = [...plan.matchAll(/^Inst (\S+) \((\S+) /gm)].map((found) => `${found[1]}=${found[2]}`).sort();
    return parseIndex(await query("apt-cache", ["show", "--no-all-versions", ...chosen], options), chosen);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Downloads packages into a directory; apt checks them against its signed index. */
export async function download(packages: readonly Package[], into: string, options: AptOptions = {}): Promise<void> {
  await mkdir(into, { recursive: true });
  const names = packages.map(({ name, version }) => `${name}=${version}`);
  await apt(["-o", "APT::Sandbox::User=root", "download", ...names], options, into);
}

/** apt believes these to be there already, so neither they nor what only they need is chosen. */
function pretended(name: string): string {
  return `Package: ${name}\nStatus: install ok installed\nArchitecture: all\nMulti-Arch: allowed\nMaintainer: none\nVersion: 9999:1\nDescription: none\n`;
}

let refreshed: Promise<unknown> | undefined;

const STALE = /Unable to locate|not found|404|has no installation candidate|Unable to fetch/;

/** Runs apt-get; if it does not know a package or a file has gone from the mirror, renews the index and tries once more. */
async function apt(args: readonly string[], options: AptOptions, cwd?: string): Promise<string> {
  try {
    return await query("apt-get", args, options, cwd);
  } catch (thrown) {
    const stale = thrown instanceof ImageProblem && thrown.code === "PACKAGES" && STALE.test(thrown.message);
    if (!stale || process.getuid?.() !== 0) throw thrown;
  }
  refreshed ??= query("apt-get", ["-qq", "update"], options);
  await refreshed;
  return await query("apt-get", args, options, cwd);
}

async function query(
  program: string,
  args: readonly string[],
  { index, signal }: AptOptions,
  cwd?: string,
): Promise<string> {
  const env = { ...process.env, LC_ALL: "C", DEBIAN_FRONTEND: "noninteractive" };
  if (index) await mkdir(index, { recursive: true });
  const kept = index ? ["-o", `Dir::Cache::srcpkgcache=${join(index, "srcpkgcache.bin")}`] : [];
  const exit = await run(program, [...kept, ...args], { env, signal, cwd, allowFailure: true }).catch(explain);
  if (exit.code === 0) return exit.stdout;
  // Which dependency cannot be met is told on standard output only.
  const unmet = exit.stdout.split("\n").filter((line) => / : Depends: | {10}Depends: /.test(line));
  const said = [...exit.stderr.trim().split("\n"), ...unmet.map((line) => line.trim())].join("; ");
  throw new ImageProblem("PACKAGES", `${program} ${args.slice(-8).join(" ")}: exit code ${exit.code}: ${said}`, {
    hint: "run: apt-get update, and see whether the mirror is reachable and the recipe's packages exist",
  });
}

function explain(cause: unknown): never {
  if (!(cause instanceof ProcessProblem) || cause.code !== "NOT_FOUND") throw cause;
  throw new ImageProblem("NO_APT", `${cause.message}: images are built from Debian packages`, {
    hint: "use a Debian or Ubuntu machine, or a cluster that pulls from a registry (provider `existing`)",
    cause,
  });
}

/** Reads the stanzas of `apt-cache show`; each chosen package must be described with its checksum. */
export function parseIndex(index: string, chosen: readonly string[]): Package[] {
  const found = new Map<string, Package>();
  for (const stanza of index.split(/\n\n+/)) {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(stanza)?.[1];
    const [name, version, sha256, size] = [field("Package"), field("Version"), field("SHA256"), Number(field("Size"))];
    if (name && version && sha256 && /^[0-9a-f]{64}$/.test(sha256))
      found.set(`${name}=${version}`, { name, version, sha256, size });
  }
  return chosen.map((key) => {
    const described = found.get(key);
    if (!described)
      throw new ImageProblem("PACKAGES", `${key}: apt's index has no SHA256 for it`, { hint: "run: apt-get update" });
    return described;
  });
}
