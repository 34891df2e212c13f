import { unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { ClusterSpec, CreateOptions } from "../provider.ts";
import { launchCluster } from "./launch.ts";
import { clusterPaths } from "./paths.ts";
import { allRecords, type ClusterRecord, claimName, isAlive, releaseName, writeRecord } from "./record.ts";

/** A spare has everything but a name; whoever removes this file first may give it one. */
const markerOf = (id: string) => join(clusterPaths(id).directory, "spare");

/** Takes a waiting cluster of the same make, if there is one: the name, and it is there. */
export async function claimSpare(spec: ClusterSpec): Promise<ClusterRecord | undefined> {
  for (const { record } of await allRecords()) {
    if (record?.state !== "spare" || !isAlive(record.owner) || !sameMake(record.spec, spec)) continue;
    await claimName(spec.name, record.id);
    const won = await unlink(markerOf(record.id)).then(
      () => true,
      () => false,
    );
    if (!won) {
      await releaseName(spec.name);
      continue;
    }
    const named: ClusterRecord = { ...record, name: spec.name, spec, state: "ready", since: new Date().toISOString() };
    await writeRecord(named);
    return named;
  }
  return undefined;
}

/** Makes sure that a spare of this make waits. */
export async function keepSpare(spec: ClusterSpec, options: CreateOptions): Promise<void> {
  const records = await allRecords();
  const waits = records.some(
    ({ record }) => record?.state === "spare" && isAlive(record.owner) && sameMake(record.spec, spec),
  );
  if (!waits) await launchCluster({ ...spec, name: "spare" }, options, "spare");
}

/** Called by the owner of a spare when it is ready. */
export async function offerSpare(id: string): Promise<void> {
  await writeFile(markerOf(id), "", { mode: 0o600 });
}

function sameMake(a: ClusterSpec, b: ClusterSpec): boolean {
  return isDeepStrictEqual({ ...a, name: "" }, { ...b, name: "" });
}
