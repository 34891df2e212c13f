import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Exit, run, start, until } from "../../process/index.ts";
import type { Registry } from "../registry/server.ts";

export interface Containerd extends AsyncDisposable {
  ctr(...args: string[]): Promise<Exit>;
  pull(reference: string): Promise<Exit>;
  /** Runs a command in a new container of the image to its end; no arguments: what the image says. */
  once(reference: string, id: string, args: readonly string[], flags?: readonly string[]): Promise<Exit>;
  /** Starts a container in the background; it is removed together with containerd. */
  background(reference: string, id: string, args?: readonly string[], flags?: readonly string[]): Promise<void>;
  /** The number under which the host knows a container's first process. */
  pid(id: string): Promise<string>;
  exec(id: string, ...command: string[]): Promise<Exit>;
}

/** A containerd of our own whose every pull goes to the given registry. */
export async function startContainerd(registry: Registry): Promise<Containerd> {
  const home = await mkdtemp(join(tmpdir(), "airworthy-ctrd-"));
  const socket = join(home, "sock");
  const hosts = join(home, "hosts");
  await new Promise<void>((resolve) => registry.server.listen(0, "127.0.0.1", resolve));
  const { port } = registry.server.address() as AddressInfo;
  await mkdir(join(hosts, "_default"), { recursive: true });
  // Named as the server too, so that nobody else is asked after it said no.
  const mirror = `server = "http://127.0.0.1:${port}"\n[host."http://127.0.0.1:${port}"]\n  capabilities = ["pull", "resolve"]\n`;
  await writeFile(join(hosts, "_default", "hosts.toml"), mirror);
  const config = `version = 2\nroot = "${home}/root"\nstate = "${home}/state"\ndisabled_plugins = ["io.containerd.grpc.v1.cri"]\n[grpc]\n  address = "${socket}"\n`;
  await writeFile(join(home, "config.toml"), config);
  const daemon = await start("containerd", ["--config", join(home, "config.toml")]);

  const ctr = (...args: string[]) => run("ctr", ["--address", socket, ...args], { allowFailure: true });
  const up = await until(async () => (await ctr("version")).code === 0, { deadlineMs: 20_000 });
  if (!up) throw new Error("containerd did not start");
  const started: string[] = [];
  let execs = 0;
  return {
    ctr,
    pull: (reference) => ctr("images", "pull", "--hosts-dir", hosts, reference),
    once: (reference, id, args, flags = []) => ctr("run", "--rm", ...flags, reference, id, ...args),
    async background(reference, id, args = [], flags = []) {
      const exit = await ctr("run", "--detach", ...flags, reference, id, ...args);
      if (exit.code !== 0) throw new Error(exit.stderr);
      started.push(id);
    },
    async pid(id) {
      const found = new RegExp(`^${id}\\s+(\\d+)`, "m").exec((await ctr("tasks", "list")).stdout)?.[1];
      if (!found) throw new Error(`${id}: not running`);
      return found;
    },
    exec: (id, ...command) => ctr("tasks", "exec", "--exec-id", `exec-${++execs}`, id, ...command),
    async [Symbol.asyncDispose]() {
      for (const id of started) {
        await ctr("tasks", "kill", "--signal", "SIGKILL", id);
        await until(async () => (await ctr("tasks", "delete", id)).code === 0, { deadlineMs: 5_000 });
        await ctr("containers", "delete", id);
      }
      await daemon.stop(5_000);
      await rm(home, { recursive: true, force: true });
    },
  };
}
