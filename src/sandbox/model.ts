import type { Cluster, Command } from "../cluster/index.ts";
import type { Report } from "../process/index.ts";

/** What all that runs in a sandbox may use together. */
export interface Limits {
  readonly cpus: number;
  /** Bytes, those of files in the sandbox included: they lie in memory. */
  readonly memory: number;
  readonly processes: number;
  /** Bytes of all files that are written in the sandbox. */
  readonly disk: number;
  /** Bytes of each output that a command's result keeps. */
  readonly output: number;
  /** Seconds that a command may take. */
  readonly seconds: number;
}

export interface SandboxFile {
  readonly path: string;
  readonly content: string | Uint8Array;
  readonly mode?: number;
}

/** A place in the sandbox's own network that leads out of it, to a Unix socket of the host. */
export interface Forward {
  readonly address: string;
  readonly port: number;
  readonly socket: string;
}

/** A file or directory of the host that is seen in the sandbox, read-only, with the rights it has on the host. */
export interface Mount {
  readonly source: string;
  readonly target: string;
}

export interface SandboxOptions {
  /** What of the cluster is reached: its API server, or with `network: "cluster"` what its nodes reach. None: nothing. */
  readonly cluster?: Pick<Cluster, "kubeconfig" | "apiSocket" | "command">;
  /** The text of the agent's kubeconfig; the agent finds it at ~/.kube/config. */
  readonly kubeconfig?: string;
  /** What lies there from the beginning; below the directories that can be written to it belongs to the agent. */
  readonly files?: readonly SandboxFile[];
  /** More directories that can be written to, beside ~, /workspace and /tmp. */
  readonly writable?: readonly string[];
  readonly tools?: readonly Tool[];
  /** A directory of the host seen at /run/airworthy, for a recorder's socket. Its path can be read in the sandbox. */
  readonly socket?: string;
  readonly forwards?: readonly Forward[];
  readonly mounts?: readonly Mount[];
  /** Hears of every name that is looked for where there are none, and there they are then denied at once. */
  readonly onName?: (name: string) => void;
  /** `api`, if not said: the API server and nothing else. `cluster`: also pods, Services and names of the cluster. */
  readonly network?: "api" | "cluster";
  /** More names of the API server's address. */
  readonly hosts?: readonly string[];
  /** `root` is root in the sandbox only: tasks made for containers take it for granted. */
  readonly user?: "agent" | "root";
  readonly env?: Readonly<Record<string, string>>;
  /** Where commands start. */
  readonly directory?: string;
  readonly limits?: Partial<Limits>;
  readonly report?: Report;
  readonly signal?: AbortSignal;
}

/** Programs beyond those of the toolbox image. */
export type Tool = "helm" | "airworthy";

/** What stopped a command, or what it ran against. */
export type Why = "timeout" | "memory" | "processes" | "disk" | "output";

export interface ExecOptions {
  readonly stdin?: string | Uint8Array;
  readonly signal?: AbortSignal;
  readonly timeoutSeconds?: number;
  readonly maxOutput?: number;
  readonly directory?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Whose command it is; the sandbox's user if not said. */
  readonly user?: "agent" | "root";
  readonly onOutput?: (chunk: Uint8Array, from: "stdout" | "stderr") => void;
}

export interface Executed {
  /** 128 and the signal's number after a death by signal, as shells count. */
  readonly code: number;
  readonly signal?: NodeJS.Signals;
  readonly stdout: string;
  readonly stderr: string;
  readonly seconds: number;
  /** More was said than is kept. */
  readonly truncated: boolean;
  readonly why?: Why;
}

/** Where an agent works. All that runs in it ends with it, also when we are killed. */
export interface Sandbox extends AsyncDisposable {
  /** The user as the host counts: what a socket's peer is seen as. */
  readonly uid: number;
  readonly limits: Limits;
  /** What of the limits this machine cannot enforce, or only for each process; empty where all hold. */
  readonly weaknesses: readonly string[];
  /** Runs a program to its end. What it leaves in the background lives on until the sandbox ends. */
  exec(words: readonly string[], options?: ExecOptions): Promise<Executed>;
  /** The same as something to start oneself, for whoever talks with it while it runs. */
  command(words: readonly string[], options?: Pick<ExecOptions, "directory" | "env" | "user">): Command;
  /** The text of a file, read by the agent's user: a link leads nowhere that the agent does not reach. */
  read(path: string, signal?: AbortSignal): Promise<string>;
  /** Writes files that come later, as at the beginning. */
  write(files: readonly SandboxFile[], signal?: AbortSignal): Promise<void>;
  /** Settles when the sandbox is gone, by itself or not. */
  readonly ended: Promise<void>;
}
