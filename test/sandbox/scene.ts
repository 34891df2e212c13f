import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSandbox, type Sandbox, type SandboxOptions } from "../../src/sandbox/index.ts";

/** Why these tests cannot run here; false where they can. */
export const skip = process.platform === "linux" && process.getuid?.() === 0 ? false : "needs root on Linux";

export interface Scene extends AsyncDisposable {
  /** What stands for a cluster: something that answers at its socket with one sentence. */
  readonly cluster: NonNullable<SandboxOptions["cluster"]>;
  open(options?: Partial<SandboxOptions>): Promise<Sandbox>;
}

export const apiAddress = "172.30.0.1";
export const apiSays = "the API server speaks";

/** Sandboxes without a cluster behind them: most of what keeps an agent in has nothing to do with Kubernetes. */
export async function setScene(says = apiSays): Promise<Scene> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "airworthy-scene-"));
  stack.defer(() => rm(folder, { recursive: true }));
  const socket = join(folder, "api.sock");
  const server = createServer((_, response) => response.end(says)).listen(socket);
  stack.defer(() => new Promise<void>((resolve) => server.close(() => resolve())));
  stack.defer(() => server.closeAllConnections());
  const cluster: Scene["cluster"] = {
    kubeconfig: `clusters: [{ cluster: { server: "http://${apiAddress}:6443" } }]`,
    apiSocket: socket,
    command: () => {
      throw new Error("there is no cluster to enter");
    },
  };
  const all = stack.move();
  return {
    cluster,
    open: (options = {}) => openSandbox({ cluster, ...options }),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** A script for bash, in the sandbox. */
export const bash = (sandbox: Sandbox, script: string, options?: Parameters<Sandbox["exec"]>[1]) =>
  sandbox.exec(["bash", "-c", script], options);

/** The processes of a sandbox's users, as the host sees them. */
export function processesOf({ uid }: Pick<Sandbox, "uid">): string[] {
  const first = uid - (uid % 65_536);
  return readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const status = readFileSync(`/proc/${pid}/status`, "utf8");
      if (/^State:\tZ/m.test(status)) return false; // Ended: only whoever waits for it has not looked yet.
      const id = Number(/^Uid:\t(\d+)/m.exec(status)?.[1]);
      return id >= first && id < first + 65_536;
    } catch {
      return false; // It ended while we looked.
    }
  });
}

/** The number of a sandbox, from the user that the host sees in it. */
export const slotOf = (uid: number) => Math.floor((uid - 1_879_048_192) / 65_536);

const sandboxes = join(process.env.AIRWORTHY_STATE ?? "/var/lib/airworthy", "sandboxes");

/** The directories of sandboxes, finished or not, that belong to this process. */
export function directoriesOfOurs(): string[] {
  const isOurs = (name: string) => {
    const owner = join(sandboxes, name, "owner.json");
    return existsSync(owner) && JSON.parse(readFileSync(owner, "utf8")).pid === process.pid;
  };
  return listed(sandboxes).filter(isOurs);
}

/** What is left of a sandbox on this host. */
export function leftoversOf(sandbox: Pick<Sandbox, "uid">): string[] {
  const slot = slotOf(sandbox.uid);
  const state = join(sandboxes, String(slot));
  const groups = ["/sys/fs/cgroup", ...readdirSync("/sys/fs/cgroup").map((name) => join("/sys/fs/cgroup", name))]
    .flatMap((root) => listed(root).map((name) => join(root, name)))
    .filter((path) => path.includes("airworthy-sandboxes-"))
    .flatMap((path) => listed(path).map((name) => join(path, name)))
    .filter((path) => path.endsWith(`/${slot}`));
  const mounts = readFileSync("/proc/self/mounts", "utf8")
    .split("\n")
    .filter((line) => line.includes(state));
  return [
    ...processesOf(sandbox).map((pid) => `process ${pid}`),
    ...(existsSync(state) ? [state] : []),
    ...groups,
    ...mounts,
  ];
}

function listed(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
