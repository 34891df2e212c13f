import { chmod, chown, mkdir, stat, writeFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import type { Mount, SandboxFile } from "./model.ts";
import { SandboxProblem } from "./problem.ts";
import type { Slot } from "./slots.ts";

/** Somebody in the sandbox, and what the host calls them. */
export interface User {
  readonly name: "agent" | "root";
  readonly home: string;
  readonly id: number;
  readonly hostId: number;
}

export function userOf(slot: Slot, name: User["name"]): User {
  const id = name === "root" ? 0 : 1_000;
  return { name, id, home: name === "root" ? "/root" : "/home/agent", hostId: slot.firstUid + id };
}

/** Something of the host that is seen in the sandbox, read-only. */
export interface Bind {
  readonly source: string;
  readonly target: string;
  /** What lies at the target before; `mounted`: it came with another bind. */
  readonly kind: "file" | "directory" | "mounted";
}

export async function bindsOf(mounts: readonly Mount[]): Promise<Bind[]> {
  return await Promise.all(
    mounts.map(async ({ source, target }): Promise<Bind> => {
      const found = await stat(source).catch(() => undefined);
      if (found === undefined) throw new SandboxProblem("NOT_STARTED", `sandbox: ${source}: nothing there to show`);
      return { source, target: within(target), kind: found.isDirectory() ? "directory" : "file" };
    }),
  );
}

export interface Layout {
  readonly slot: Slot;
  readonly user: User;
  readonly files: readonly SandboxFile[];
  readonly writable: readonly string[];
  readonly binds: readonly Bind[];
  /** Names by address. */
  readonly hosts: readonly { readonly address: string; readonly names: readonly string[] }[];
  readonly resolvConf: string;
}

/** Writes what the sandbox has beyond the image's files. All of it is read-only but for what belongs to the user. */
export async function layOut({ slot, user, binds, ...layout }: Layout): Promise<void> {
  const root = join(slot.directory, "files");
  const own = [...new Set([user.home, "/workspace", ...layout.writable].map(within))];
  const files = layout.files.map((file) => ({ ...file, path: within(file.path) }));
  await mkdir(root);
  for (const path of [...own, "/.old", ...binds.flatMap(({ target, kind }) => (kind === "directory" ? [target] : []))])
    await mkdir(join(root, path), { recursive: true });
  for (const path of ["/tmp", "/tmp/.shm", "/var/tmp"]) {
    await mkdir(join(root, path), { recursive: true });
    await chmod(join(root, path), 0o1777);
  }
  const mountPoints: SandboxFile[] = binds.flatMap(({ target, kind }) =>
    kind === "file" ? [{ path: target, content: "" }] : [],
  );
  for (const file of [...systemFiles(layout), ...mountPoints, ...files]) {
    const path = join(root, file.path);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, file.content);
    await chmod(path, file.mode ?? 0o644);
  }
  for (const path of own) await give(root, path, user);
  // Below a directory that can be written to, all the way up to it, a file belongs to who may write there.
  for (const { path } of files) {
    const above = own.find((each) => path.startsWith(`${each}/`));
    for (let at = path; above !== undefined && at.length > above.length; at = dirname(at)) await give(root, at, user);
  }
  await writeFile(join(slot.directory, "binds"), binds.map(({ source, target }) => `${source}\t${target}\n`).join(""));
}

/** Names come from tasks that anybody may have written: none leads out of the sandbox's own directory. */
function within(path: string): string {
  const plain = posix.normalize(`/${path}`);
  return plain.length > 1 ? plain.replace(/\/$/, "") : plain;
}

async function give(root: string, path: string, { hostId }: User): Promise<void> {
  await chown(join(root, path), hostId, hostId);
}

function systemFiles({ hosts, resolvConf }: Pick<Layout, "hosts" | "resolvConf">): SandboxFile[] {
  const users = [
    ["root", 0, "/root", "/bin/bash"],
    ["agent", 1_000, "/home/agent", "/bin/bash"],
    ["nobody", 65_534, "/nonexistent", "/usr/sbin/nologin"],
  ] as const;
  const lines = (texts: readonly string[]) => `${texts.join("\n")}\n`;
  return [
    {
      path: "/etc/passwd",
      content: lines(users.map(([name, id, home, shell]) => `${name}:x:${id}:${id}:${name}:${home}:${shell}`)),
    },
    { path: "/etc/group", content: lines(users.map(([name, id]) => `${name}:x:${id}:`)) },
    { path: "/etc/hostname", content: "sandbox\n" },
    {
      path: "/etc/hosts",
      content: lines([
        "127.0.0.1 localhost sandbox",
        ...hosts.filter(({ names }) => names.length > 0).map(({ address, names }) => `${address} ${names.join(" ")}`),
      ]),
    },
    { path: "/etc/resolv.conf", content: resolvConf },
  ];
}
