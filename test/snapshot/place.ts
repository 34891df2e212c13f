import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A directory of a test's own, with room for a snapshot and for the indexes of snapshots. */
export interface Place extends AsyncDisposable {
  readonly snapshot: string;
  readonly cache: string;
  readonly root: string;
}

export async function place(): Promise<Place> {
  const root = await mkdtemp(join(tmpdir(), "airworthy-snapshot-"));
  return {
    root,
    snapshot: join(root, "Scenario-1"),
    cache: join(root, "cache"),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}
