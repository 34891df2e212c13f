import { messageOf } from "../problem/index.ts";
import { run } from "../process/index.ts";
import { type Finding, forLocal } from "./finding.ts";

/** A feature of the kernel and a script that uses it, inside namespaces that end with the script. */
interface Probe {
  readonly requirement: string;
  readonly unshare: readonly string[];
  readonly script: string;
  readonly neededFor: string;
  readonly remedy: string;
}

const inContainer = "inside a container: start it privileged";

const namespaces: Probe[] = (["pid", "mount", "net", "uts", "ipc", "cgroup"] as const).map((kind) => ({
  requirement: `${kind} namespaces`,
  unshare: kind === "pid" ? ["--pid", "--fork"] : [`--${kind}`],
  script: "true",
  neededFor: forLocal,
  remedy: `use a kernel with CONFIG_${kind === "mount" ? "" : `${kind.toUpperCase()}_`}NS; ${inContainer}`,
}));

const features: Probe[] = [
  {
    requirement: "overlay filesystem",
    unshare: ["--mount"],
    // On a filesystem of its own in memory: the machine's may itself be one that cannot be overlaid.
    script: `d=$(mktemp -d) && trap 'umount "$d"; rmdir "$d"' EXIT && mount -t tmpfs none "$d" &&
mkdir "$d/l" "$d/u" "$d/w" "$d/m" && mount -t overlay -o "lowerdir=$d/l,upperdir=$d/u,workdir=$d/w" none "$d/m" && umount "$d/m"`,
    neededFor: "images of containers",
    remedy: `run: modprobe overlay; ${inContainer}`,
  },
  {
    requirement: "virtual network links",
    unshare: ["--net"],
    script: "ip link add name aw0 type veth peer name aw1 && ip link set aw0 up",
    neededFor: "the network of pods",
    remedy: `run: modprobe veth; ${inContainer}`,
  },
  {
    requirement: "network bridges",
    unshare: ["--net"],
    script: "ip link add name aw0 type bridge && ip link set aw0 up",
    neededFor: "the network between nodes",
    remedy: `run: modprobe bridge; ${inContainer}`,
  },
  {
    requirement: "nftables",
    unshare: ["--net"],
    script:
      "nft 'add table inet t; add chain inet t c { type filter hook forward priority 0; }; add rule inet t c ct state new drop'",
    neededFor: "NetworkPolicy",
    remedy: "install nftables; run: modprobe -a nf_tables nf_conntrack",
  },
  {
    requirement: "iptables with address translation",
    unshare: ["--net"],
    script: "iptables -t nat -A OUTPUT -p tcp -d 192.0.2.1 -j DNAT --to-destination 192.0.2.2",
    neededFor: "Services",
    remedy: "install iptables; run: modprobe -a nf_nat xt_nat iptable_nat",
  },
];

/** Tries each feature for real. Without root nothing can be tried, and the finding says that. */
export async function kernel(isRoot = process.getuid?.() === 0, signal?: AbortSignal): Promise<Finding[]> {
  return await Promise.all(
    [...namespaces, ...features].map((probe) => (isRoot ? attempt(probe, signal) : untried(probe))),
  );
}

async function attempt(
  { requirement, unshare, script, neededFor, remedy }: Probe,
  signal?: AbortSignal,
): Promise<Finding> {
  const base = { requirement, neededFor };
  try {
    const env = { ...process.env, PATH: `${process.env.PATH ?? ""}:/usr/local/sbin:/usr/sbin:/sbin`, LC_ALL: "C" };
    const args = [...unshare, "--", "/bin/sh", "-c", script];
    const exit = await run("unshare", args, { env, timeoutMs: 10_000, allowFailure: true, signal });
    if (exit.code === 0) return { ...base, state: "ok", found: "works" };
    const words = exit.stderr.trim().split("\n").at(-1) || `exit code ${exit.code}`;
    return { ...base, state: "missing", found: words, remedy };
  } catch (error) {
    signal?.throwIfAborted();
    return { ...base, state: "missing", found: messageOf(error), remedy: "install util-linux" };
  }
}

function untried({ requirement, neededFor }: Probe): Finding {
  const remedy = "run the doctor with sudo to have it tried";
  return { requirement, neededFor, state: "warning", found: "cannot be tried without root", remedy };
}
