import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "../process/index.ts";
import { runLeashed } from "./leash.ts";
import { openLog } from "./log.ts";
import { ToolchainProblem } from "./problem.ts";
import { onPath } from "./ways/path.ts";

/** Something of the operating system that a local cluster needs and that we do not bring ourselves. */
export interface SystemPackage {
  /** The package's name on Debian and its descendants. */
  readonly debian: string;
  /** It is there if each of these is: programs by name, other files by one of several absolute paths. */
  readonly programs: readonly string[];
  readonly files?: readonly string[];
  readonly reason: string;
}

export const systemPackages: readonly SystemPackage[] = [
  { debian: "containerd", programs: ["containerd", "ctr"], reason: "pulls, unpacks and runs containers on each node" },
  { debian: "crun", programs: ["crun"], reason: "starts the containers for containerd, with a tenth of runc's work" },
  {
    debian: "containernetworking-plugins",
    programs: [],
    files: ["/usr/lib/cni/bridge", "/opt/cni/bin/bridge", "/usr/libexec/cni/bridge"],
    reason: "gives pods their network",
  },
  { debian: "iptables", programs: ["iptables", "iptables-save"], reason: "kube-proxy's Services" },
  { debian: "nftables", programs: ["nft"], reason: "NetworkPolicy rules" },
  { debian: "conntrack", programs: ["conntrack"], reason: "kube-proxy forgets connections to pods that are gone" },
  { debian: "ipset", programs: ["ipset"], reason: "kube-proxy's sets of addresses" },
  { debian: "socat", programs: ["socat"], reason: "kubectl port-forward; an agent's way to the API server" },
  { debian: "iproute2", programs: ["ip"], reason: "bridges and links between nodes" },
  { debian: "tini", programs: ["tini"], reason: "first process of a container or a namespace" },
  {
    debian: "util-linux",
    programs: ["unshare", "nsenter", "mount", "setpriv", "prlimit"],
    reason: "namespaces, mounts and limits of clusters and of the sandboxes agents work in",
  },
  { debian: "procps", programs: ["ps", "sysctl"], reason: "kernel settings of a namespace" },
  { debian: "kmod", programs: ["modprobe"], reason: "kernel modules for bridges and overlays" },
  { debian: "openssl", programs: ["openssl"], reason: "certificates in tasks and images" },
  {
    debian: "ca-certificates",
    programs: [],
    files: ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"],
    reason: "trust in the servers that downloads come from",
  },
];

/** The machine as `ensurePackages` sees it; tests show it another one. */
export interface Machine {
  readonly env: NodeJS.ProcessEnv;
  readonly filesBelow: string;
  readonly isRoot: boolean;
  readonly apt: string | undefined;
}

export function thisMachine(): Machine {
  const env = { ...process.env, PATH: `${process.env.PATH ?? ""}:/usr/local/sbin:/usr/sbin:/sbin` };
  return { env, filesBelow: "/", isRoot: process.getuid?.() === 0, apt: onPath("apt-get", env) };
}

/** What of a package is not there. */
export function lacking(item: SystemPackage, machine: Machine): string[] {
  const programs = item.programs.filter((program) => !onPath(program, machine.env));
  const [file] = item.files ?? [];
  const there = item.files?.some((path) => existsSync(join(machine.filesBelow, path)));
  return file !== undefined && !there ? [...programs, file] : programs;
}

export function missingPackages(machine: Machine = thisMachine()): SystemPackage[] {
  return systemPackages.filter((item) => lacking(item, machine).length > 0);
}

export function installCommand(items: readonly SystemPackage[]): string {
  return `apt-get update && apt-get install -y --no-install-recommends ${items.map((item) => item.debian).join(" ")}`;
}

/**
 * Installs the system's packages that are missing, where that is possible: as root, with apt-get. Gives their names.
 * Else it throws with what to type or, on other systems, with the programs to install.
 */
export async function ensurePackages(
  options: { report: Report; signal?: AbortSignal | undefined },
  machine: Machine = thisMachine(),
): Promise<string[]> {
  const missing = missingPackages(machine);
  if (missing.length === 0) return [];
  const names = missing.map((item) => item.debian);
  if (!machine.apt) {
    const wanted = missing.flatMap((item) => lacking(item, machine)).join(", ");
    throw new ToolchainProblem(
      "PACKAGES_MISSING",
      `system packages: expected these on the machine, found none: ${wanted}`,
      {
        hint: "install them with your system's package manager, or use a cluster you have: --provider existing",
      },
    );
  }
  if (!machine.isRoot) {
    const wanted = names.join(", ");
    throw new ToolchainProblem("PACKAGES_MISSING", `system packages: not installed, and we are not root: ${wanted}`, {
      hint: `run: sudo sh -c '${installCommand(missing)}'`,
    });
  }
  await install(machine.apt, missing, machine, options);
  const still = missingPackages(machine);
  if (still.length > 0) {
    const wanted = still.flatMap((item) => lacking(item, machine)).join(", ");
    throw new ToolchainProblem("PACKAGES_MISSING", `system packages: installed, but still not found: ${wanted}`, {
      hint: "check that PATH has the folders of the system's programs",
    });
  }
  return names;
}

async function install(
  apt: string,
  items: readonly SystemPackage[],
  machine: Machine,
  { report, signal }: { report: Report; signal?: AbortSignal | undefined },
): Promise<void> {
  const step = "install system packages";
  const names = items.map((item) => item.debian);
  await using log = openLog("packages");
  const env = { ...machine.env, DEBIAN_FRONTEND: "noninteractive", LC_ALL: "C" };
  let total: number | undefined;
  let done = 0;
  const onLine = (line: string) => {
    log.line(line);
    const count = /(\d+) newly installed/.exec(line)?.[1];
    if (count !== undefined) total = Number(count);
    const doing = /^(Get:\d+|Unpacking|Setting up) /.exec(line);
    if (!doing) return;
    if (doing[1] === "Setting up") done += 1;
    const note = line.replace(/^Get:\d+ \S+ /, "fetching ").slice(0, 60);
    report({ step, state: "running", done, ...(total ? { total } : {}), unit: "items", note });
  };
  // Another apt may be at work, perhaps of a second set-up: wait for it instead of failing.
  const patient = ["-o", "DPkg::Lock::Timeout=300"];
  report({ step, state: "running", note: names.join(" ") });
  const runs = [
    [...patient, "update"],
    [...patient, "install", "-y", "--no-install-recommends", ...names],
  ];
  for (const args of runs) {
    const code = await runLeashed(apt, args, { env, signal, onLine });
    if (code === 0) continue;
    report({ step, state: "failed" });
    throw new ToolchainProblem("PACKAGES_MISSING", `apt-get ${args.at(2)}: exit code ${code}\n${log.tail()}`, {
      hint: `the whole log: ${log.path}; to try by hand: ${installCommand(items)}`,
    });
  }
  report({ step, state: "done", done, total: done, unit: "items" });
}
