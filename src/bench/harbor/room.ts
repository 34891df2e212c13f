import { dirname } from "node:path";
import { parse, stringify } from "yaml";
import type { Equipment } from "../../agents/index.ts";
import type { Cluster } from "../../cluster/index.ts";
import { openSandbox, type Sandbox, type SandboxFile } from "../../sandbox/index.ts";
import type { HarborPlan, Room } from "../../task/index.ts";

/** Directories that rooms share, by name: what the last room that could write them left there. */
export type Volumes = ReadonlyMap<string, readonly SandboxFile[]>;

/** Where the server says it is, as in any k3s; what the scripts of tasks make of it works too. */
const local = { address: "127.0.0.1", port: 6443 };

/** A sandbox with what a container of the task would have had. */
export async function openRoom(
  cluster: Cluster,
  { hosts }: Pick<HarborPlan, "hosts">,
  room: Room,
  volumes: Volumes,
  signal: AbortSignal,
  agents: Equipment = {},
): Promise<Sandbox> {
  const { adminKubeconfig, mounts } = room;
  const brought = mounts.flatMap(({ volume, path, readOnly }) =>
    (volumes.get(volume) ?? []).map((file) => ({
      ...file,
      path: `${path}/${file.path}`,
      // What is read-only belongs to nobody in there, so it must be there for everybody to read.
      mode: readOnly ? (file.mode ?? 0o644) | 0o444 : (file.mode ?? 0o644),
    })),
  );
  const admin = adminKubeconfig
    ? [{ path: adminKubeconfig, content: atLoopback(cluster.kubeconfig), mode: 0o600 }]
    : [];
  return await openSandbox({
    ...{ cluster, signal, hosts, user: room.user, directory: room.directory },
    ...agents,
    env: { ...room.env, ...agents.env },
    files: [...room.files, ...brought, ...admin, ...(agents.files ?? [])],
    writable: [...writableIn(room), ...(agents.writable ?? [])],
    forwards: [
      ...(cluster.apiSocket === undefined ? [] : [{ ...local, socket: cluster.apiSocket }]),
      ...(agents.forwards ?? []),
    ],
  });
}

/** As good as all that belongs to root in a container, but for the system and what is mounted read-only. */
function writableIn({ files, directories, directory, mounts, adminKubeconfig }: Room): string[] {
  const places = [
    ...["/", "/root", "/logs", "/logs/agent", "/logs/verifier", "/logs/artifacts", directory],
    ...directories,
    ...files.map(({ path }) => dirname(path)),
    ...mounts.filter(({ readOnly }) => !readOnly).map(({ path }) => path),
    ...(adminKubeconfig ? [dirname(adminKubeconfig)] : []),
  ];
  const readOnly = mounts.filter((mount) => mount.readOnly).map(({ path }) => path);
  const isSystem = (path: string) => /^\/(usr|etc|bin|sbin|lib\d*|boot|dev|proc|sys|run)(\/|$)/.test(path);
  return [...new Set(places)].filter((path) => !isSystem(path) && !readOnly.some((each) => isAtOrBelow(each, path)));
}

function isAtOrBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function atLoopback(kubeconfig: string): string {
  const config = parse(kubeconfig) as { clusters: { cluster: { server: string } }[] };
  for (const { cluster } of config.clusters) cluster.server = `https://${local.address}:${local.port}`;
  return stringify(config, { version: "1.1" }); // What kubectl reads: there `yes` is no text.
}

/** One line for each file: its mode, its path and its content, the last two so that no character can confuse us. */
const listing = `cd "$1" && find . -type f -print0 | while IFS= read -r -d '' file; do
  printf '%s %s %s\\n' "$(stat -c %a "$file")" "$(printf %s "\${file#./}" | base64 -w0)" "$(base64 -w0 "$file")"
done`;

/** What a room leaves in the directories that it shares. */
export async function volumesOf(sandbox: Sandbox, { mounts }: Room, signal: AbortSignal): Promise<Volumes> {
  const found = new Map<string, SandboxFile[]>();
  for (const { volume, path } of mounts) {
    const { stdout } = await sandbox.exec(["bash", "-c", listing, "bash", path], { signal, maxOutput: 32 * 1024 ** 2 });
    const lines = stdout.split("\n").filter((line) => line !== "");
    found.set(
      volume,
      lines.map((line) => {
        const [mode = "644", name = "", content = ""] = line.split(" ");
        return {
          path: Buffer.from(name, "base64").toString(),
          content: Buffer.from(content, "base64"),
          mode: Number.parseInt(mode, 8),
        };
      }),
    );
  }
  return found;
}
