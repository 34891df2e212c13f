import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { type Cluster, ClusterProblem } from "../../cluster/index.ts";
import { start, until } from "../../process/index.ts";

export interface Forward extends AsyncDisposable {
  readonly server: string;
  /** A file with the cluster's kubeconfig, changed to that server. */
  readonly kubeconfig: string;
}

/** A loopback port that leads to the API server. Bytes pass as they are, so TLS is end to end. */
export async function forwardApi(cluster: Cluster, port: number): Promise<Forward> {
  await using undo = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "airworthy-proxy-"));
  undo.defer(() => rm(folder, { recursive: true, force: true }));
  const config = parse(cluster.kubeconfig) as { clusters: { cluster: { server: string } }[] };
  const entry = config.clusters[0]?.cluster;
  if (!entry) throw new Error("the cluster's kubeconfig has no cluster");

  // A Unix socket crosses the border between the cluster's network and ours.
  const inside = join(folder, "api.sock");
  const { host } = new URL(entry.server);
  const relay = cluster.command("socat", [`UNIX-LISTEN:${inside},fork,mode=600,backlog=512`, `TCP:${host}`]);
  const child = undo.use(await start(relay.file, relay.args, { env: relay.env, detached: true }));
  const ready = await until(() => isListening(inside), { deadlineMs: 10_000 });
  if (!ready) throw new ClusterProblem("NOT_READY", `cluster ${cluster.name}: the relay to its API did not start`);

  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(inside);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.pipe(to);
      from.on("error", () => to.destroy());
      from.on("close", () => open.delete(from));
    }
  });
  undo.defer(async () => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  }).catch((cause: NodeJS.ErrnoException) => {
    throw new ClusterProblem("NOT_ALLOWED", `port ${port} of 127.0.0.1: ${cause.message}`, {
      cause,
      hint: "leave --port out to get a free one",
    });
  });
  // The relay ends with the cluster; connections after that would only hang.
  void child.exited.then(() => server.close());

  entry.server = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const kubeconfig = join(folder, "kubeconfig");
  await writeFile(kubeconfig, stringify(config), { mode: 0o600 });
  const owned = undo.move();
  return { server: entry.server, kubeconfig, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(path, () => {
      probe.destroy();
      resolve(true);
    });
    probe.on("error", () => resolve(false));
  });
}
