import type { Command } from "../cluster/index.ts";
import type { User } from "./layout.ts";
import type { Limits } from "./model.ts";

export interface Entrance {
  readonly pid: number;
  readonly limits: Limits;
  /** What no control group limits here. */
  readonly unlimited: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly directory: string;
}

export interface Entering {
  readonly user: User;
  /** The lists of the control groups to join. */
  readonly members: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly directory?: string;
}

/** Joins the groups named before `--`, is the first choice when memory runs out, and becomes the rest. */
const joinGroups = `while [ "$1" != -- ]; do echo 0 > "$1"; shift; done
shift; echo 500 > /proc/self/oom_score_adj; exec "$@"`;

/** What root of a sandbox keeps: rights over the sandbox's own files and processes, none over mounts or networks. */
const rightsOfRoot = "+chown,+dac_override,+fowner,+setuid,+setgid,+kill";

/** A program in the sandbox: limited first, then moved in, then without any right, then with its own environment. */
export function enter(entrance: Entrance, words: readonly string[], entering: Entering): Command {
  const { user, members } = entering;
  const id = String(user.id);
  const env = {
    ...{ PATH: "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin", LANG: "C.UTF-8", TERM: "dumb" },
    ...{ HOME: user.home, USER: user.name, LOGNAME: user.name, SHELL: "/bin/bash" },
    ...entrance.env,
    ...entering.env,
  };
  const rights = user.name === "root" ? `-all,${rightsOfRoot}` : "-all";
  return {
    file: "sh",
    args: [
      ...["-c", joinGroups, "sh", ...members, "--"],
      ...["prlimit", ...processLimits(entrance), "--"],
      ...["nsenter", `--target=${entrance.pid}`, "--user", "--mount", "--net", "--pid", "--ipc", "--uts", "--cgroup"],
      ...["--", "setpriv", "--reuid", id, "--regid", id, "--clear-groups", "--no-new-privs", "--pdeathsig", "KILL"],
      ...["--inh-caps=-all", `--bounding-set=${rights}`, "--"],
      ...["env", "--ignore-environment", `--chdir=${entering.directory ?? entrance.directory}`],
      ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
      ...words,
    ],
    env: { PATH: process.env.PATH },
  };
}

/** Of each process. Where a control group holds they are only its second line, so that it is the one that counts. */
function processLimits({ limits, unlimited }: Entrance): string[] {
  const processes = unlimited.includes("processes") ? limits.processes : limits.processes + 64;
  return [
    "--core=0",
    "--nofile=4096",
    `--nproc=${processes}`,
    // Not the address space: programs in Go and Node reserve much more of it than they use.
    ...(unlimited.includes("memory") ? [`--data=${limits.memory}`] : []),
  ];
}
