import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { writeControlFiles } from "./control-plane.ts";
import { storeBinds } from "./image-store.ts";
import { type Bind, bootMachine, type Machine, type MachineSpec } from "./machine.ts";
import { announcementsInMachine, nodeFiles, writeNodeFiles } from "./node.ts";
import type { ClusterPaths } from "./paths.ts";
import type { Authority } from "./pki.ts";
import type { Plan, PlannedNode } from "./plan.ts";

export interface MachinesInput {
  /** Unique on this host; names the cgroups. */
  readonly id: string;
  readonly plan: Plan;
  readonly paths: ClusterPaths;
  readonly tools: string;
  /** The prepared image store that every node starts with. */
  readonly store: string;
  readonly saves: MachineSpec["saves"];
}

/** The machine of the control plane, with its keys and the place for the audit log. */
export async function bootControl(input: MachinesInput, authority: Authority, front: Authority): Promise<Machine> {
  const { plan, paths } = input;
  await mkdir(paths.audit, { recursive: true, mode: 0o700 });
  const keys = await writeControlFiles(plan, authority, front, join(paths.keys, "control"));
  const audit: Bind = { source: paths.audit, target: "/var/log/audit", mode: "rw" };
  return bootOne(input, "control", [...keys, audit], { "/etc/hosts": "127.0.0.1 localhost\n" });
}

/** The machine of one node, with its keys, the images and the way to announce new pods. */
export async function bootNode(input: MachinesInput, node: PlannedNode, authority: Authority): Promise<Machine> {
  const { plan, paths, store } = input;
  await mkdir(paths.announcements, { recursive: true, mode: 0o700 });
  const keys = await writeNodeFiles(plan, node, authority, join(paths.keys, node.name));
  const images = await storeBinds(store, join(paths.machines, node.name));
  const announcements: Bind = { source: paths.announcements, target: announcementsInMachine, mode: "rw" };
  return bootOne(input, node.name, [...keys, ...images, announcements], nodeFiles(plan, node));
}

function bootOne(
  { id, paths, tools, saves }: MachinesInput,
  name: string,
  binds: readonly Bind[],
  files: Record<string, string>,
): Promise<Machine> {
  return bootMachine({ cluster: id, name, directory: join(paths.machines, name), tools, binds, files, saves });
}
